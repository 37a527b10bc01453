import { commandLine } from '../support/command-line.js';
import { migrate, migrateBackAndForth } from '../support/migrations.js';
import { query } from '../support/postgres-service.js';
import { randomTrading } from '../support/random-trading.js';
import { holdProjection } from '../support/held-projection.js';
import { openTestApp } from '../support/test-app.js';
import { openVenue, trader, venue } from '../support/venue.js';
import { verifyJournal } from '../support/verification.js';
import { seed } from '../support/seed.js';

type Venue = Awaited<ReturnType<typeof openVenue>>;
type PrintedBatch = Readonly<{ first: number; last: number; commands: readonly Readonly<Record<string, unknown>>[] }>;

const MIGRATION = '0039-journal-batches';

describe('kontor journal', () => {
  let floor: Venue;
  beforeAll(async () => {
    floor = await openVenue();
  });
  afterAll(() => floor.close());

  const journal = (...words: string[]) => commandLine(floor.testApp)('journal', ...words);

  it('prints the commands of a range as they were given, with their callers', async () => {
    const { seq } = await floor.published.execute(floor.limit(1, 'Buy', 6700, 'first'), {
      ...trader(7),
      clientId: 'a key',
      actingUserId: 1,
    });
    await floor.published.execute(floor.limit(1, 'Buy', 6701, 'second'));
    const { code, result } = await journal('--from', String(seq), '--to', String(seq));
    const [batch] = result.batches as [PrintedBatch];

    expect([code, result.fault, result.batches.length]).toEqual([0, null, 1]);
    expect(batch.commands).toEqual([
      expect.objectContaining({ seq, type: 'LimitOrderSub', userId: 7, actingUserId: 1, clientId: 'a key' }),
    ]);
    expect(batch.commands[0]?.['payload']).toMatchObject({
      acctId: 1,
      clientOrderId: 'first',
      limitPrice: { digits: 6700, decimals: 0 },
    });
  });

  it('prints all batches without gaps, and their commands not at all on request', async () => {
    const [all, headers] = [await journal(), await journal('--batches')];
    const batches = all.result.batches as PrintedBatch[];
    expect(batches.map(({ first }) => first)).toEqual([1, ...batches.slice(0, -1).map(({ last }) => last + 1)]);
    expect((headers.result.batches as PrintedBatch[]).map(({ commands }) => commands.length)).toEqual(
      batches.map(() => 0),
    );
  });

  it('exits with 1 where a batch was changed', async () => {
    await floor.published.execute(floor.limit(1, 'Buy', 6702, 'third'));
    const rows = (statement: string) =>
      query(floor.testApp.database.url, `set session_replication_role = replica; ${statement}`);
    const last = 'first = (select max(first) from journal_batches)';
    await rows(`update journal_batches set body = set_byte(body, 9, get_byte(body, 9) # 1) where ${last}`);
    const { code, result } = await journal();
    await rows(`update journal_batches set body = set_byte(body, 9, get_byte(body, 9) # 1) where ${last}`);
    expect([code, result.fault]).toEqual([1, expect.stringContaining('its hash is not its own')]);
    expect((await journal()).code).toBe(0);
  });

  it('says what the last command is for a range behind it', async () => {
    const { seq } = await floor.published.execute(floor.limit(1, 'Buy', 6703, 'fourth'));
    const { code, result } = await journal('--from', String(seq + 1));
    expect([code, result]).toEqual([0, { batches: [], last: seq, fault: null }]);
  });

  it('refuses a number that is none', async () => {
    const { code, result } = await journal('--from', 'now');
    expect([code, result.error.message]).toEqual([2, '--from is "now", which is no number of a command.']);
  });
});

describe(`migration ${MIGRATION}, after a random run of seed ${seed}`, () => {
  it('begins the batches behind the commands of the previous release, and goes back and forth', async () => {
    const before = await openTestApp();
    const { url } = before.database;
    const trading = await randomTrading(before, seed);
    await trading.trade(300);
    const hash = await venue(before).hash();
    await before.stop();
    let old: Record<string, unknown> | undefined;
    await migrateBackAndForth(url, MIGRATION, async () => {
      [old] = await query(url, 'select epoch > 0 as has_epoch, command::int from exchange_state');
    });
    const after = await openTestApp({ beside: before });
    trading.moveTo(after);

    expect(old?.['has_epoch']).toBe(true);
    expect(await venue(after).hash()).toBe(hash);
    await trading.trade(100);
    expect(await query(url, 'select min(first)::int as first from journal_batches')).toEqual([
      { first: Number(old?.['command']) + 1 },
    ]);
    expect(await verifyJournal(url)).toMatchObject({ isEqual: true, counts: {} });
    await after.close();
    await before.close();
  });

  it('does not go back while commands are missing in the tables', async () => {
    const floor = await openVenue();
    const { url } = floor.testApp.database;
    const held = await holdProjection(url);
    await floor.published.execute(floor.limit(1, 'Buy', 6700));
    await floor.published.leave();
    await query(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kontor exchange projection' and datname = current_database()`,
    );
    await expect(migrate(url, { backOver: MIGRATION })).rejects.toThrow('not in the tables yet');
    await held.release();
    await floor.close();
  });
});
