import { commandLine } from '../support/command-line.js';
import { migrateBackAndForth } from '../support/migrations.js';
import { query } from '../support/postgres-service.js';
import { randomTrading } from '../support/random-trading.js';
import { seed } from '../support/seed.js';
import { openTestApp, type TestApp } from '../support/test-app.js';
import { venue } from '../support/venue.js';
import { verifyJournal } from '../support/verification.js';

const TABLES = ['journal', 'orders', 'order_events', 'trades', 'positions', 'position_changes', 'exchange_state'];
/** What an operator might find after an accident: rows that are gone, changed and too many, in every table. */
const DAMAGE = `set session_replication_role = replica;
  delete from order_events; delete from positions where instrument_id % 2 = 0; delete from orders where id % 3 = 0;
  update orders set limit_price = limit_price + 1; update trades set quantity = 7; delete from trades where id > 5;
  insert into position_changes select seq, acct_id, instrument_id + 1000, quantity, cost, realised, extra_decimals from position_changes;
  delete from journal where seq > (select max(seq) from journal) - 50; update journal set refusal_code = 'not_permitted' where refusal_code is not null and seq >= (select min(first) from journal_batches);
  update instrument_states set last_price = 1, board_seq = 0; update exchange_state set command = command - 50, trade = 5`;

describe(`kontor rebuild, after a random run of seed ${seed}`, () => {
  let testApp: TestApp;
  const apps: TestApp[] = [];
  const rebuild = () => commandLine(testApp)('rebuild');
  const sql = (statement: string) => query(testApp.database.url, statement);
  /** Each table with its number of rows and a digest of all of them. */
  const digest = async () => {
    const digests = [...TABLES, 'instrument_states'].map(
      (table) =>
        `select '${table}' as name, count(*)::int as rows, md5(string_agg(t::text, E'\\n' order by t::text)) as digest from ${table} t`,
    );
    return sql(digests.join(' union all '));
  };
  const open = async (): Promise<TestApp> => {
    const app = await openTestApp(apps[0] === undefined ? {} : { beside: apps[0] });
    apps.push(app);
    return app;
  };

  beforeAll(async () => {
    testApp = await open();
    const trading = await randomTrading(testApp, seed);
    await trading.trade(400);
    await testApp.stop();
    // The first half of the commands is from a release whose journal had no batches.
    await migrateBackAndForth(testApp.database.url, '0039-journal-batches');
    const next = await open();
    trading.moveTo(next);
    await trading.trade(400);
  });
  afterAll(async () => {
    for (const app of apps.toReversed()) await app.close();
  });

  it('refuses while the service runs, and changes nothing', async () => {
    const before = await digest();
    const { code, result } = await rebuild();

    expect([code, result.error.message]).toEqual([1, 'The service runs on this database.']);
    expect(await digest()).toEqual(before);
    await apps.at(-1)?.stop();
  });

  it('makes the tables as they were, whatever happened to them', async () => {
    const before = await digest();
    await sql(DAMAGE);
    const damaged = await digest();
    const { code, result } = await rebuild();

    expect(damaged.filter(({ digest: found }, n) => found === before[n]?.['digest'])).toEqual([]);
    expect([code, result]).toEqual([0, { commands: expect.any(Number) }]);
    expect(await digest()).toEqual(before);
    expect(await verifyJournal(testApp.database.url)).toMatchObject({ isEqual: true, counts: {} });
  });

  it('changes nothing where a batch of the journal was changed', async () => {
    const last = 'first = (select max(first) from journal_batches)';
    const change = `set session_replication_role = replica; update journal_batches set body = set_byte(body, 9, get_byte(body, 9) # 1) where ${last}`;
    const before = await digest();
    await sql(change);
    const { code, result } = await rebuild();
    await sql(change);

    expect([code, result.error.message]).toEqual([1, expect.stringContaining('its hash is not its own')]);
    expect(await digest()).toEqual(before);
  });

  it('leaves tables on which the service goes on', async () => {
    const next = await open();
    const { journal } = (await verifyJournal(testApp.database.url)).hashes ?? {};

    expect(await venue(next).hash()).toBe(journal);
    expect(await sql(`select tgname from pg_trigger where tgenabled <> 'O' and not tgisinternal`)).toEqual([]);
  });
});
