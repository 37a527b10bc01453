import { setTimeout as pause } from 'node:timers/promises';
import { openFakeTime } from '../support/fake-time.js';
import { faultRounds, leaveOut, reportFault, seconds } from '../support/fault-report.js';
import { query, urlOf } from '../support/postgres-service.js';
import type { AcknowledgedActions } from '../support/traders.js';
import { openTradingUnderFault } from './trading-under-fault.js';

const rounds = faultRounds(4);
const patience = 60_000 + rounds * 20_000;
const DAY_SECONDS = 86_400;
/** The process sees a new offset within a second; a jump lasts for a few. */
const JUMP_MS = 3_000;

const time = openFakeTime();
const withFakeTime: typeof it = time
  ? it
  : (((name: string) =>
      leaveOut(name, 'it takes libfaketime on Linux (apt-get install faketime)')) as unknown as typeof it);

/** One story on one data directory, in order; the control applies every jump at once, as the service did before it held them back. */
describe('venue while the clock of its process jumps by a day', () => {
  let trading: Awaited<ReturnType<typeof openTradingUnderFault>>;
  let database: string;
  const acknowledged: AcknowledgedActions[] = [];
  const errors: number[] = [];

  /** How far the time of the last command is from the time of PostgreSQL, whose clock does not jump, in milliseconds. Orders run all the time. */
  const errorOfJournal = async (): Promise<number> => {
    const [row] = (await query(
      database,
      'select extract(epoch from clock_timestamp() - at)::float8 * 1000 as ms from journal order by seq desc limit 1',
    )) as [{ ms: number }];
    return Math.abs(row.ms);
  };
  /** How often a session of the test's own product was closed before it was over. */
  const earlyCloses = async (): Promise<number> => {
    const [row] = (await query(
      database,
      `select count(*)::int as count from journal where type = 'CloseSession' and (payload->>'productId')::int = (select id from products where symbol = 'FL')
        and (payload->>'sessionDate')::date >= (at at time zone 'UTC')::date - case when at > clock_timestamp() then 1 else 0 end`,
    )) as [{ count: number }];
    return row.count;
  };
  const jump = async (bySeconds: number): Promise<void> => {
    time?.set(bySeconds);
    await pause(JUMP_MS);
    await trading.waitForAcknowledged(20);
    errors.push(await errorOfJournal());
    time?.set(0);
    await pause(JUMP_MS);
    await trading.waitForAcknowledged(20);
    errors.push(await errorOfJournal());
  };

  beforeAll(async () => {
    if (time === null) return;
    trading = await openTradingUnderFault();
    await trading.service.stop();
    await trading.service.begin('never', time.env);
    database = await urlOf(trading.service.dataDir);
  });
  afterAll(async () => {
    if (time === null) return;
    await trading.close();
    time.close();
  });

  withFakeTime(
    'keeps its session and its time, and takes orders',
    async () => {
      trading.trade(acknowledged);
      await trading.waitForAcknowledged(20);
      for (let n = 0; n < rounds; n++) await jump(n % 2 === 0 ? DAY_SECONDS : -DAY_SECONDS);
      const { found, expected } = await trading.verdict();

      expect(found).toEqual(expected);
      expect({
        earlyCloses: await earlyCloses(),
        unanswered: trading.counts.unanswered,
        busy: trading.counts.busy,
      }).toEqual({ earlyCloses: 0, unanswered: 0, busy: 0 });
      expect(Math.max(...errors)).toBeLessThan(3_000);
    },
    patience,
  );

  withFakeTime(
    'agrees with a replay of the journal',
    async () => {
      await trading.service.stop();

      expect(await trading.verify()).toMatchObject({ code: 0 });
    },
    patience,
  );

  withFakeTime(
    'closes its session and stamps tomorrow where a jump is applied at once (control)',
    async () => {
      const kept = Math.max(...errors);
      await trading.service.begin('never', { ...time?.env, CLOCK_HOLD_SECONDS: '0' });
      trading.trade([]);
      await trading.waitForAcknowledged(20);
      await jump(DAY_SECONDS);
      const error = errors.at(-1) ?? 0;
      const closed = await earlyCloses();
      await trading.verdict();

      expect(closed).toBeGreaterThan(0);
      expect(error).toBeGreaterThan((DAY_SECONDS / 2) * 1000);
      reportFault({
        ...{ row: 'clock', fault: 'the clock of the service jumps a day ahead or back for 3 to 5 s, under load' },
        ...{
          tried: `${Math.ceil(rounds / 2)} + ${Math.floor(rounds / 2)}`,
          acknowledged: acknowledged.length,
          lost: 0,
          doubled: 0,
        },
        recovery: `no session closed; the time of the journal ≤ ${seconds(kept)} off throughout`,
        control: `applying a jump at once: ${closed} session closed early, and the journal stands ${Math.round(error / 3_600_000)} h ahead when the clock is right again`,
      });
    },
    patience,
  );
});
