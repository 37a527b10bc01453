import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { faultRounds, leaveOut, reportFault, seconds } from '../support/fault-report.js';
import { postmasterOf, processesOf } from '../support/postgres-service.js';
import type { AcknowledgedActions } from '../support/traders.js';
import { lossesWithoutCommit, openTradingUnderFault } from './trading-under-fault.js';

const rounds = faultRounds(4);
const patience = 60_000 + rounds * 20_000;
const canTrace = process.platform === 'linux' && spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0;
const traced: typeof it = canTrace
  ? it
  : (((name: string) => leaveOut(name, 'it takes an strace that may trace processes')) as typeof it);

const FAILING = 'error=EIO';
const SLOW = 'delay_enter=400000';

/** One story on one data directory, in order; the control removes the wait for the commit. */
describe('acknowledged orders while fsync fails or is slow', () => {
  let trading: Awaited<ReturnType<typeof openTradingUnderFault>>;
  const acknowledged: AcknowledgedActions[] = [];
  let recovery = 0;

  /** Every process of PostgreSQL has its fsync and fdatasync changed for that long. */
  const injectFor = async (fault: string, milliseconds: number): Promise<void> => {
    const processes = await processesOf(await postmasterOf(trading.service.dataDir));
    const tracer = spawn(
      'strace',
      [
        '-qq',
        '-I',
        '1',
        '-f',
        '-o',
        '/dev/null',
        '-e',
        `inject=fsync,fdatasync:${fault}`,
        ...processes.flatMap((pid) => ['-p', String(pid)]),
      ],
      { stdio: 'ignore' },
    );
    const ended = once(tracer, 'exit');
    await pause(milliseconds);
    tracer.kill('SIGTERM');
    await ended;
  };

  beforeAll(async () => {
    if (canTrace) trading = await openTradingUnderFault();
  });
  afterAll(async () => {
    if (canTrace) await trading.close();
  });

  it('are tested where this process may trace others', () => {
    expect(canTrace ? process.platform : 'linux').toBe('linux');
  });

  traced(
    'survive, and clients hear nothing but 503 meanwhile',
    async () => {
      trading.trade(acknowledged);
      recovery = await trading.damage(rounds, (n) => injectFor(n % 2 === 0 ? FAILING : SLOW, 2_000));
      const { found, expected } = await trading.verdict();

      expect(found).toEqual(expected);
      expect(trading.counts.busy).toBeGreaterThan(0);
      expect({ isAlive: trading.service.isAlive(), unanswered: trading.counts.unanswered }).toEqual({
        isAlive: true,
        unanswered: 0,
      });
    },
    patience,
  );

  traced(
    'agree with a replay of the journal',
    async () => {
      await trading.service.stop();

      expect(await trading.verify()).toMatchObject({ code: 0 });
    },
    patience,
  );

  traced(
    'are found lost where the service does not wait for the database (control)',
    async () => {
      const lost = await lossesWithoutCommit(trading, () => injectFor(FAILING, 2_000));

      expect(lost).toBeGreaterThan(0);
      reportFault({
        ...{
          row: 'failing-fsync',
          fault: 'fsync and fdatasync of PostgreSQL fail (EIO) or take 0.4 s each, for 2 s, under load',
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
