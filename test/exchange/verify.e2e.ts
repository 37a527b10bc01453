import { foldBars } from '../support/bars.js';
import { commandLine } from '../support/command-line.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { query } from '../support/postgres-service.js';
import { randomTrading } from '../support/random-trading.js';
import { verifyJournal } from '../support/verification.js';
import { venue } from '../support/venue.js';
import { seed } from '../support/seed.js';

/** One row of a table, and what is done to it. */
const one = (table: string, key: string, change: string, where = 'true'): string =>
  `update ${table} set ${change} where (${key}) = (select ${key} from ${table} where ${where} order by ${key} limit 1)`;
const gone = (table: string, key: string): string =>
  `delete from ${table} where (${key}) = (select ${key} from ${table} order by ${key} desc limit 1)`;

const NO_ROW = { column: null, journal: 'a row', stored: null };

/** What is damaged, by which statement, and where it has to be seen. */
const damages: readonly (readonly [what: string, table: string, damage: string, seen: object])[] = [
  [
    'the price of an order',
    'orders',
    one('orders', 'id', 'limit_price = limit_price + 1', 'limit_price is not null'),
    { column: 'limit_price' },
  ],
  [
    'the quantity of an open order',
    'orders',
    one('orders', 'id', 'quantity = quantity + 1', `status = 'Open'`),
    { column: 'quantity' },
  ],
  [
    'what an order has cost',
    'orders',
    one('orders', 'id', 'turnover = turnover - 1', 'filled_quantity > 0'),
    { column: 'turnover' },
  ],
  ['whose an order is', 'orders', one('orders', 'id', 'acct_id = acct_id + 1'), { column: 'acct_id' }],
  [
    'the place of an open order in its queue',
    'orders',
    one('orders', 'id', 'rank_number = rank_number + 1000', `status = 'Open'`),
    { column: 'rank_number' },
  ],
  [
    'the fingerprint of an order',
    'orders',
    one('orders', 'id', 'fingerprint = fingerprint + 1', 'fingerprint is not null'),
    { column: 'fingerprint' },
  ],
  [
    'the time of an order',
    'orders',
    one('orders', 'id', `created_at = created_at - interval '1 millisecond'`),
    { column: 'created_at' },
  ],
  ['a missing order', 'orders', gone('orders', 'id'), NO_ROW],
  [
    'an order that nobody gave',
    'orders',
    `insert into orders select (o).* from (select o #= hstore(array['id', 'client_order_id'], array['99999', null]) from orders o order by id limit 1) x(o)`,
    { column: null, journal: null, stored: 'a row' },
  ],
  [
    'a step of an order',
    'order_events',
    one('order_events', 'order_id, revision', 'filled_quantity = filled_quantity + 1'),
    { column: 'filled_quantity' },
  ],
  ['a missing step', 'order_events', gone('order_events', 'order_id, revision'), NO_ROW],
  ['the quantity of a trade', 'trades', one('trades', 'id', 'quantity = quantity + 1'), { column: 'quantity' }],
  [
    'the two sides of a trade',
    'trades',
    one('trades', 'id', 'buy_acct_id = sell_acct_id, sell_acct_id = buy_acct_id'),
    { column: 'buy_acct_id' },
  ],
  ['a missing trade', 'trades', gone('trades', 'id'), NO_ROW],
  [
    'a position',
    'positions',
    one('positions', 'acct_id, instrument_id', 'quantity = quantity + 1'),
    { column: 'quantity' },
  ],
  [
    'the cost of a position',
    'positions',
    one('positions', 'acct_id, instrument_id', 'cost = cost + 1'),
    { column: 'cost' },
  ],
  ['a missing position', 'positions', gone('positions', 'acct_id, instrument_id'), NO_ROW],
  [
    'what a position was',
    'position_changes',
    one('position_changes', 'seq, acct_id, instrument_id', 'realised = realised + 1'),
    { column: 'realised' },
  ],
  [
    'a missing change of a position',
    'position_changes',
    gone('position_changes', 'seq, acct_id, instrument_id'),
    NO_ROW,
  ],
  [
    'what an account was',
    'account_changes',
    one(
      'account_changes',
      'seq, type, acct_id, subject_id',
      `event = event || '{"name": "Another"}'`,
      `type = 'AccountChanged'`,
    ),
    { column: 'event' },
  ],
  [
    'a missing change of an account',
    'account_changes',
    gone('account_changes', 'seq, type, acct_id, subject_id'),
    NO_ROW,
  ],
  [
    'the profit at a close',
    'position_closes',
    one('position_closes', 'acct_id, instrument_id, session_date', 'profit_realised = profit_realised + 1'),
    { column: 'profit_realised' },
  ],
  ['a missing close', 'position_closes', gone('position_closes', 'acct_id, instrument_id, session_date'), NO_ROW],
  [
    'a closing mark',
    'closing_marks',
    one('closing_marks', 'instrument_id, session_date', 'price = price + 1'),
    { column: 'price' },
  ],
  [
    'a balance',
    'money_values',
    one('money_values', 'acct_id, as_of, version', 'cash_balance = cash_balance + 1'),
    { column: 'cash_balance' },
  ],
  ['a missing balance', 'money_values', gone('money_values', 'acct_id, as_of, version'), NO_ROW],
  [
    'the date of a statement',
    'position_statements',
    one('position_statements', 'seq', 'as_of = as_of - 1'),
    { column: 'as_of' },
  ],
  [
    'a line of a statement',
    'stated_positions',
    one('stated_positions', 'statement_seq, instrument_id', 'quantity = quantity + 1'),
    { column: 'quantity' },
  ],
  [
    'a break',
    'reconciliation_breaks',
    one('reconciliation_breaks', 'id', 'difference = difference + 1'),
    { column: 'difference' },
  ],
  ['an account', 'accounts', one('accounts', 'id', 'is_enabled = not is_enabled'), { column: 'is_enabled' }],
  [
    'a limit of an account',
    'accounts',
    one('accounts', 'id', 'max_position = coalesce(max_position, 0) + 1'),
    { column: 'max_position' },
  ],
  [
    'a grant',
    'account_grants',
    one('account_grants', 'acct_id, user_id', `access = case access when 'Read' then 'Trade' else 'Read' end`),
    { column: 'access' },
  ],
  [
    'the last trade of an instrument',
    'instrument_states',
    one('instrument_states', 'instrument_id', 'last_price = last_price + 1', 'last_price is not null'),
    { column: 'last_price' },
  ],
  [
    'the number of a board',
    'instrument_states',
    one('instrument_states', 'instrument_id', 'board_seq = board_seq + 1'),
    { column: 'board_seq' },
  ],
  [
    'a halt',
    'instrument_states',
    one(
      'instrument_states',
      'instrument_id',
      `given_status = case given_status when 'Halted' then 'Open' else 'Halted' end`,
    ),
    { column: 'given_status' },
  ],
  [
    'an expiration',
    'instrument_states',
    one('instrument_states', 'instrument_id', 'is_expired = not is_expired'),
    { column: 'is_expired' },
  ],
  [
    'a session',
    'product_states',
    one('product_states', 'product_id', 'session_is_open = not session_is_open'),
    { column: 'session_is_open' },
  ],
  [
    'the terms of a product',
    'product_states',
    one('product_states', 'product_id', `terms = terms || '{"tick": 7}'`),
    { column: 'terms' },
  ],
  [
    'the terms of a group',
    'group_states',
    one('group_states', 'group_id', `terms = terms || '{"initialMargin": "7"}'`),
    { column: 'terms' },
  ],
  ['a counter', 'exchange_state', 'update exchange_state set trade = trade + 1', { column: 'trade' }],
  [
    'why an action was refused',
    'journal',
    one('journal', 'seq', `refusal_code = 'unknown_order'`, `refusal_code = 'order_not_open'`),
    { column: 'refusalCode' },
  ],
  [
    'which order an action meant',
    'journal',
    one('journal', 'seq', 'order_id = order_id + 1', 'order_id is not null'),
    { column: 'orderId' },
  ],
  [
    'a command that was changed in its batch',
    'journal_batches',
    one('journal_batches', 'first', 'body = set_byte(body, 12, 255 - get_byte(body, 12))', 'last >= 700'),
    { journal: expect.stringContaining('its hash is not its own') },
  ],
  [
    'a batch with a new hash for a changed body',
    'journal_batches',
    one('journal_batches', 'first', `hash = sha256(hash)`, 'last >= 700'),
    { journal: expect.stringContaining('its hash is not its own') },
  ],
  [
    'a missing batch',
    'journal_batches',
    `delete from journal_batches where first = (select max(first) from journal_batches where first <= 700)`,
    { journal: expect.stringContaining('the batch before ends with command') },
  ],
  [
    'a missing last batch',
    'journal_batches',
    gone('journal_batches', 'first'),
    { journal: expect.stringContaining('its writer has written up to') },
  ],
  [
    'who gave a command',
    'journal',
    one('journal', 'seq', `client_id = 'another key'`, `client_id = 'a key'`),
    { column: 'clientId', stored: '"another key"' },
  ],
  [
    'a missing command',
    'journal',
    'delete from journal where seq = 700',
    { row: 'seq 701', journal: expect.stringContaining('cannot be replayed beyond command 700') },
  ],
];

type Damage = (typeof damages)[number];

/** Where the journal breaks off, nothing else is looked at. */
const isTheEnd = ([, table, damage]: Damage): boolean => table === 'journal' && damage.startsWith('delete');

/** Each verification replays the whole journal, so damages in different tables share one; a table has one of them in a round. */
const rounds = damages.reduce<Damage[][]>((made, damage) => {
  const round = isTheEnd(damage)
    ? undefined
    : made.find((one) => one.every((other) => other[1] !== damage[1] && !isTheEnd(other)));
  if (round) round.push(damage);
  else made.push([damage]);
  return made;
}, []);

describe(`kontor verify, after a random run of seed ${seed}`, () => {
  let testApp: TestApp;
  const rows = (statement: string) =>
    query(testApp.database.url, `set session_replication_role = replica; ${statement}`);

  const changesIn = async (table: string): Promise<number> => {
    const [changed] = await query(
      testApp.database.url,
      `select count(*)::int as rows from ((table ${table} except table saved_${table}) union all (table saved_${table} except table ${table})) differing`,
    );
    return Number(changed?.['rows']);
  };

  beforeAll(async () => {
    testApp = await openTestApp();
    await query(testApp.database.url, 'create extension hstore');
    const trading = await randomTrading(testApp, seed);
    await trading.trade(1_500);
    // By itself the service counts them some seconds later: among them trades that are damaged just then.
    await foldBars(testApp);
  });
  afterAll(() => testApp.close());

  it('finds no difference between journal and tables beside a running exchange', async () => {
    const found = await verifyJournal(testApp.database.url);
    expect(found).toMatchObject({ isEqual: true, counts: {}, differences: [] });
    expect(found.hashes).toEqual({ journal: await venue(testApp).hash(), tables: found.hashes?.journal });
    expect(found.commands).toBeGreaterThan(1_500);
  });

  describe.each(rounds)('after damage to one table each', (...round) => {
    let found: Awaited<ReturnType<typeof verifyJournal>>;
    const changes = new Map<string, number>();
    beforeAll(async () => {
      for (const [, table] of round) await rows(`create table saved_${table} as table ${table}`);
      try {
        for (const [, , damage] of round) await rows(damage);
        for (const [, table, damage] of round) changes.set(damage, await changesIn(table));
        found = await verifyJournal(testApp.database.url);
      } finally {
        for (const [, table] of round)
          await rows(`delete from ${table}; insert into ${table} table saved_${table}; drop table saved_${table}`);
      }
    });

    it.each(round)('reports %s', (_what, table, damage, seen) => {
      expect(changes.get(damage)).toBeGreaterThan(0);
      expect([found.isEqual, found.counts[table]]).toEqual([false, 1]);
      expect(found.differences).toContainEqual(expect.objectContaining({ table, ...seen }));
    });

    it('reports nothing else', () => {
      const counted = Object.keys(found.counts).filter((table) => table !== 'state');
      expect(counted.sort()).toEqual(round.map(([, table]) => table).sort());
    });
  });

  it('reports a changed command by its results', async () => {
    await rows('create table saved as table journal');
    await rows(
      one(
        'journal',
        'seq',
        `action_values = jsonb_set(action_values::jsonb, '{3}', '1000')::text`,
        `type = 'LimitOrderSub' and refusal_code is null and action_values::jsonb->>4 = 'GTC'`,
      ),
    );
    const { code, result } = await commandLine(testApp)('verify');
    await rows('delete from journal; insert into journal table saved; drop table saved');
    expect([code, result.equal]).toEqual([1, false]);
    expect(result.differences).toContainEqual(
      expect.objectContaining({ table: 'orders', column: 'quantity', journal: '1000' }),
    );
    expect(result.differences).toContainEqual(expect.objectContaining({ table: 'journal', column: 'actionValues' }));
    expect(result.differing.orders).toBeGreaterThan(0);
  });

  it('checks changes of positions and accounts from the command on that began to store them', async () => {
    await rows('update exchange_state set changes_since = 700');
    for (const table of ['position_changes', 'account_changes'])
      await rows(`create table saved_${table} as table ${table}; delete from ${table} where seq <= 700`);
    const { isEqual, differences } = await verifyJournal(testApp.database.url);
    for (const table of ['position_changes', 'account_changes'])
      await rows(`delete from ${table}; insert into ${table} table saved_${table}; drop table saved_${table}`);
    const untold = await verifyJournal(testApp.database.url);
    await rows('update exchange_state set changes_since = 0');
    expect([isEqual, differences]).toEqual([true, []]);
    expect(untold.differences).toContainEqual(
      expect.objectContaining({ table: 'position_changes', ...NO_ROW, journal: null, stored: 'a row' }),
    );
  });

  it('reports a different state without comparing every row', async () => {
    expect(await verifyJournal(testApp.database.url, true)).toMatchObject({ isEqual: true, rows: 0 });
    await rows('update positions set quantity = quantity + 1');
    const { isEqual, differences } = await verifyJournal(testApp.database.url, true);
    await rows('update positions set quantity = quantity - 1');
    expect([isEqual, differences]).toEqual([false, [expect.objectContaining({ table: 'state', row: 'hash' })]]);
  });

  it('exits with 0 when all damage is undone', async () => {
    const { code, result } = await commandLine(testApp)('verify');
    expect([code, result.equal, result.differing, result.differences]).toEqual([0, true, {}, []]);
    expect(result.state.journal).toBe(result.state.tables);
    expect(result.rows).toBeGreaterThan(result.commands);
  });
});
