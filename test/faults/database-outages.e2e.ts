import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { faultRounds, reportFault, seconds } from '../support/fault-report.js';
import { postmasterOf, processesOf, query, urlOf } from '../support/own-postgres.js';
import type { Acknowledged } from '../support/traders.js';
import { NOTHING_WRONG, openTradingUnderFault } from '../support/trading-under-fault.js';

const rounds = faultRounds(4);
const patience = 60_000 + rounds * 20_000;

/** One story on one data directory, in order; the control removes the wait for the commit. */
describe('acknowledged orders while the database hangs or drops its connections', () => {
  let trading: Awaited<ReturnType<typeof openTradingUnderFault>>;
  const acknowledged: Acknowledged[] = [];
  const recoveries: number[] = [];

  /** Stops every process of PostgreSQL, as a disk or a virtual machine that stalls does. */
  const hangFor = async (milliseconds: number): Promise<void> => {
    const processes = await processesOf(await postmasterOf(trading.service.dataDir));
    processes.forEach((pid) => process.kill(pid, 'SIGSTOP'));
    await pause(milliseconds);
    processes.forEach((pid) => process.kill(pid, 'SIGCONT'));
  };
  const cutConnections = async (): Promise<void> => {
    await query(await urlOf(trading.service.dataDir), 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null');
  };

  beforeAll(async () => {
    trading = await openTradingUnderFault();
  });
  afterAll(() => trading.close());

  it('survive, and every request is answered within five seconds', async () => {
    trading.trade(acknowledged);
    for (let n = 0; n < rounds; n++) {
      await trading.waitForAcknowledged(randomInt(20, 150));
      await (n % 2 === 0 ? hangFor(4_000) : cutConnections());
      const over = performance.now();
      await trading.waitForAcknowledged(20);
      recoveries.push(performance.now() - over);
    }
    const { wrong, bought, figures } = await trading.verdict();

    expect({ ...wrong, figures }).toEqual({ ...NOTHING_WRONG, figures });
    expect(bought).toBeGreaterThan(0);
    expect(trading.counts.busy).toBeGreaterThan(0);
    expect({ isAlive: trading.service.isAlive(), unanswered: trading.counts.unanswered }).toEqual({ isAlive: true, unanswered: 0 });
    expect(trading.slowestAnswer).toBeLessThan(5_000);
  }, patience);

  it('agree with a replay of the journal', async () => {
    await trading.service.stop();

    expect(await trading.verify()).toMatchObject({ code: 0 });
  }, patience);

  it('are found lost where the service does not wait for the database (control)', async () => {
    await trading.start('hasty');
    trading.trade([]);
    await trading.waitForAcknowledged(50);
    trading.service.misbehave();
    await trading.waitForAcknowledged(30);
    await cutConnections();
    await trading.service.kill('never');
    await trading.service.begin('never');
    const { wrong } = await trading.verdict();

    expect(wrong.lost.length).toBeGreaterThan(0);
    reportFault({
      ...{ row: 'database-outages', fault: 'PostgreSQL hangs for 4 s (SIGSTOP), all its connections are cut, under load' },
      ...{ tried: `${Math.ceil(rounds / 2)} + ${Math.floor(rounds / 2)}`, acknowledged: acknowledged.length, lost: 0, doubled: 0 },
      recovery: `20 orders acknowledged ≤ ${seconds(Math.max(...recoveries))} after it`,
      control: `not waiting for the commit: orders lost (${wrong.lost.length} in this run)`,
    });
  }, patience);
});
