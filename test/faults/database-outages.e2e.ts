import { setTimeout as pause } from 'node:timers/promises';
import { faultRounds, reportFault, seconds } from '../support/fault-report.js';
import { postmasterOf, processesOf, query, superuserUrlOf } from '../support/postgres-service.js';
import type { AcknowledgedActions } from '../support/traders.js';
import { lossesWithoutCommit, openTradingUnderFault } from './trading-under-fault.js';

const rounds = faultRounds(4);
const patience = 60_000 + rounds * 20_000;

/** One story on one data directory, in order; the control removes the wait for the commit. */
describe('acknowledged orders while the database hangs or drops its connections', () => {
  let trading: Awaited<ReturnType<typeof openTradingUnderFault>>;
  const acknowledged: AcknowledgedActions[] = [];
  let recovery = 0;

  /** Stops every process of PostgreSQL, as a disk or a virtual machine that stalls does. */
  const hangFor = async (milliseconds: number): Promise<void> => {
    const processes = await processesOf(await postmasterOf(trading.service.dataDir));
    processes.forEach((pid) => process.kill(pid, 'SIGSTOP'));
    await pause(milliseconds);
    processes.forEach((pid) => process.kill(pid, 'SIGCONT'));
  };
  const cutConnections = async (): Promise<void> => {
    await query(
      await superuserUrlOf(trading.service.dataDir),
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
    );
  };

  beforeAll(async () => {
    trading = await openTradingUnderFault();
  });
  afterAll(() => trading.close());

  it(
    'survive, and every request is answered within five seconds',
    async () => {
      trading.trade(acknowledged);
      recovery = await trading.damage(rounds, (n) => (n % 2 === 0 ? hangFor(4_000) : cutConnections()));
      const { found, expected } = await trading.verdict();

      expect(found).toEqual(expected);
      expect(trading.counts.busy).toBeGreaterThan(0);
      expect({ isAlive: trading.service.isAlive(), unanswered: trading.counts.unanswered }).toEqual({
        isAlive: true,
        unanswered: 0,
      });
      expect(trading.slowestAnswer).toBeLessThan(5_000);
    },
    patience,
  );

  it(
    'agree with a replay of the journal',
    async () => {
      await trading.service.stop();

      expect(await trading.verify()).toMatchObject({ code: 0 });
    },
    patience,
  );

  it(
    'are lost when the service does not wait for the database (control)',
    async () => {
      const lost = await lossesWithoutCommit(trading, cutConnections);

      expect(lost).toBeGreaterThan(0);
      reportFault({
        ...{
          row: 'database-outages',
          fault: 'PostgreSQL hangs for 4 s (SIGSTOP), all its connections are cut, under load',
        },
        ...{
          tried: `${Math.ceil(rounds / 2)} + ${Math.floor(rounds / 2)}`,
          acknowledged: acknowledged.length,
          lost: 0,
          doubled: 0,
        },
        recovery: `20 orders acknowledged ≤ ${seconds(recovery)} after it`,
        control: `not waiting for the commit: orders lost (${lost} in this run)`,
      });
    },
    patience,
  );
});
