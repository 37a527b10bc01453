import { setTimeout as pause } from 'node:timers/promises';
import { faultRounds, leaveOut, reportFault, seconds } from '../support/fault-report.js';
import { openSmallDisk } from '../support/small-disk.js';
import type { AcknowledgedActions } from '../support/traders.js';
import { lossesWithoutCommit, openTradingUnderFault } from './trading-under-fault.js';

const rounds = faultRounds(3);
const patience = 90_000 + rounds * 30_000;
const FULL_MS = 3_000;
const trial = await openSmallDisk(1);
await trial?.close();
const onSmallDisk: typeof it = trial
  ? it
  : (((name: string) => leaveOut(name, 'a file system of a limited size takes root and Linux')) as typeof it);

/** One story on one data directory, in order; the control removes the wait for the commit. */
describe('acknowledged orders while the disk is full', () => {
  let disk: NonNullable<typeof trial> | null = null;
  let trading: Awaited<ReturnType<typeof openTradingUnderFault>>;
  const acknowledged: AcknowledgedActions[] = [];
  const answers: Record<'market' | 'ready', Record<string, number>> = { market: {}, ready: {} };
  let recovery = 0;

  /** Counts the answers of an endpoint until the disk has space again. */
  const read = async (what: 'market' | 'ready', path: string, isOver: () => boolean): Promise<void> => {
    const headers = { accept: 'application/json', authorization: `Bearer ${trading.floor.token}` };
    while (!isOver()) {
      const answer = await fetch(`${trading.service.url}${path}`, { headers });
      const { code } = (await answer.json()) as { code?: string };
      const name = answer.status === 200 ? '200' : `${answer.status} ${String(code)}`;
      answers[what][name] = (answers[what][name] ?? 0) + 1;
      await pause(5);
    }
  };
  /** Leaves no space, and reads meanwhile; the clients go on to send orders. */
  const fillDisk = async (): Promise<void> => {
    let isOver = false;
    disk?.fill(0);
    const reading = Promise.all([
      read(
        'market',
        `/marketdata?${trading.floor.instruments.map((id) => `instrument_ids=${id}`).join('&')}`,
        () => isOver,
      ),
      read('ready', '/health/ready', () => isOver),
    ]);
    await pause(FULL_MS);
    isOver = true;
    await reading;
    disk?.empty();
  };

  beforeAll(async () => {
    if (trial === null) return;
    disk = await openSmallDisk(400);
    if (disk === null) throw new Error('A disk could be mounted a moment ago.');
    trading = await openTradingUnderFault(disk);
  });
  afterAll(async () => {
    disk?.empty();
    if (disk !== null) await trading.close();
  });

  it('are tested where this process may mount a small disk', () => {
    expect(trial === null || process.platform === 'linux').toBe(true);
  });

  onSmallDisk(
    'survive; reads are answered and writers hear storage_full meanwhile',
    async () => {
      trading.trade(acknowledged);
      recovery = await trading.damage(rounds, fillDisk);
      const { found, expected } = await trading.verdict();

      expect(found).toEqual(expected);
      expect([answers.market, answers.ready, trading.refusals].map(Object.keys)).toEqual([
        ['200'],
        ['200'],
        ['storage_full'],
      ]);
      expect({ isAlive: trading.service.isAlive(), unanswered: trading.counts.unanswered }).toEqual({
        isAlive: true,
        unanswered: 0,
      });
    },
    patience,
  );

  onSmallDisk(
    'agree with a replay of the journal',
    async () => {
      await trading.service.stop();

      expect(await trading.verify()).toMatchObject({ code: 0 });
    },
    patience,
  );

  onSmallDisk(
    'are found lost where the service does not wait for the database (control)',
    async () => {
      const lost = await lossesWithoutCommit(trading, async () => {
        disk?.fill(0);
        await pause(FULL_MS);
        disk?.empty();
      });

      expect(lost).toBeGreaterThan(0);
      reportFault({
        ...{ row: 'disk-full', fault: `the disk of PostgreSQL is full for ${seconds(FULL_MS)}, under load` },
        ...{ tried: String(rounds), acknowledged: acknowledged.length, lost: 0, doubled: 0 },
        recovery: `0 of ${answers.market['200'] ?? 0} reads of market data refused; 20 orders acknowledged ≤ ${seconds(recovery)} after there is space`,
        control: `not waiting for the commit: orders lost (${lost} in this run)`,
      });
    },
    patience,
  );
});
