import { foldBars } from '../support/bars.js';
import { query } from '../support/postgres-service.js';
import { randomTrading } from '../support/random-trading.js';
import { seed } from '../support/seed.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { KeptPoints } from '../support/verified-points.js';

/** `POINT`, `ORDERS` and `TRADES` are the last command, order and trade up to the verified point; the `old` rows are those of before. */
const OLD_ORDER = `id = (select id from orders where id <= ORDERS and status <> 'Open' and id not in (select order_id from order_events where seq > POINT) limit 1)`;
const one = (table: string, key: string, where: string, order = ''): string =>
  `(${key}) = (select ${key} from ${table} where ${where} order by ${key} ${order} limit 1)`;

type Change = readonly [what: string, table: string, statement: string];

/** What `--since-last` looks at. */
const seen: readonly Change[] = [
  ['a newer order', 'orders', `update orders set quantity = quantity + 1 where ${one('orders', 'id', 'id > ORDERS')}`],
  [
    'an older order that is open',
    'orders',
    `update orders set tag = 'x' where ${one('orders', 'id', `id <= ORDERS and status = 'Open'`)}`,
  ],
  [
    'an older order that has ended since',
    'orders',
    `update orders set tag = 'x' where ${one('orders', 'id', `id <= ORDERS and status <> 'Open' and id in (select order_id from order_events where seq > POINT)`)}`,
  ],
  [
    'an older open order that seems to have ended',
    'orders',
    `update orders set status = 'Cancelled', state = 'Cancelled' where ${one('orders', 'id', `id <= ORDERS and status = 'Open'`)}`,
  ],
  [
    'an older order that seems to be open',
    'orders',
    `update orders set status = 'Open', state = 'New' where ${OLD_ORDER}`,
  ],
  ['a missing newer order', 'orders', `delete from orders where ${one('orders', 'id', 'id > ORDERS', 'desc')}`],
  [
    'a newer step of an order',
    'order_events',
    `update order_events set quantity = quantity + 1 where ${one('order_events', 'order_id, revision', 'seq > POINT')}`,
  ],
  [
    'a missing newer step',
    'order_events',
    `delete from order_events where ${one('order_events', 'order_id, revision', 'seq > POINT')}`,
  ],
  [
    'an older step under a newer command',
    'order_events',
    `update order_events set seq = POINT + 1 where ${one('order_events', 'order_id, revision', 'seq <= POINT')}`,
  ],
  ['a newer trade', 'trades', `update trades set price = price + 1 where ${one('trades', 'id', 'id > TRADES')}`],
  [
    'a newer trade under an older command',
    'trades',
    `update trades set seq = POINT where ${one('trades', 'id', 'id > TRADES')}`,
  ],
  [
    'an invented trade under an older command',
    'trades',
    `insert into trades select (t).* from (select t #= hstore(array['id', 'seq'], array['999999', 'POINT']) from trades t order by id limit 1) x(t)`,
  ],
  [
    'a newer change of a position',
    'position_changes',
    `update position_changes set realised = realised + 1 where ${one('position_changes', 'seq, acct_id, instrument_id', 'seq > POINT')}`,
  ],
  [
    'a position',
    'positions',
    `update positions set cost = cost + 1 where ${one('positions', 'acct_id, instrument_id', 'quantity <> 0')}`,
  ],
  [
    'an older balance',
    'money_values',
    `update money_values set cash_balance = cash_balance + 1 where ${one('money_values', 'acct_id, as_of, version', 'seq <= POINT')}`,
  ],
  [
    'an older change of an account',
    'account_changes',
    `delete from account_changes where ${one('account_changes', 'seq, type, acct_id, subject_id', 'seq <= POINT')}`,
  ],
  [
    'the result of a newer command',
    'journal',
    `update journal set order_id = order_id + 1 where ${one('journal', 'seq', 'seq > POINT and order_id is not null')}`,
  ],
  [
    'who gave a newer command',
    'journal',
    `update journal set client_id = 'another key' where ${one('journal', 'seq', `seq > POINT and client_id = 'a key'`)}`,
  ],
  [
    'a newer batch',
    'journal_batches',
    `update journal_batches set body = set_byte(body, 12, 255 - get_byte(body, 12)) where ${one('journal_batches', 'first', 'first > POINT')}`,
  ],
  [
    'a missing newer batch',
    'journal_batches',
    `delete from journal_batches where ${one('journal_batches', 'first', 'first > POINT')}`,
  ],
  [
    'a bar of a newer trade',
    'bars',
    `update bars set volume = volume + 1 where (instrument_id, span, session_of(starts_at)) = (select instrument_id, '1d', session_date from trades where id > TRADES and settlement_style is null order by id limit 1)`,
  ],
];

/** What it does not look at again; the full verification does. */
const unseen: readonly Change[] = [
  ['an older order that has ended', 'orders', `update orders set tag = 'x' where ${OLD_ORDER}`],
  [
    'an older step of an order',
    'order_events',
    `update order_events set quantity = quantity + 1 where ${one('order_events', 'order_id, revision', 'seq <= POINT')}`,
  ],
  [
    'an older trade',
    'trades',
    `update trades set buy_order_id = buy_order_id + 1 where ${one('trades', 'id', 'id <= TRADES')}`,
  ],
  [
    'an older change of a position',
    'position_changes',
    `delete from position_changes where ${one('position_changes', 'seq, acct_id, instrument_id', 'seq <= POINT')}`,
  ],
  [
    'the result of an older command',
    'journal',
    `update journal set order_id = order_id + 1 where ${one('journal', 'seq', 'seq <= POINT and order_id is not null')}`,
  ],
  [
    'an older batch',
    'journal_batches',
    `update journal_batches set body = set_byte(body, 12, 255 - get_byte(body, 12)) where ${one('journal_batches', 'first', 'first < POINT / 2', 'desc')}`,
  ],
];

describe(`kontor verify --since-last, after a random run of seed ${seed}`, () => {
  let testApp: TestApp;
  let trading: Awaited<ReturnType<typeof randomTrading>>;
  const kept = new KeptPoints();
  let point: Readonly<Record<'POINT' | 'ORDERS' | 'TRADES', number>>;
  const url = (): string => testApp.database.url;
  const rows = (statement: string) => query(url(), `set session_replication_role = replica; ${statement}`);
  const readPlace = async () => {
    const [state] = await query(url(), 'select command, order_number, trade from exchange_state');
    return {
      POINT: Number(state?.['command']),
      ORDERS: Number(state?.['order_number']),
      TRADES: Number(state?.['trade']),
    };
  };
  const trade = async (count: number): Promise<void> => {
    await trading.trade(count);
    await foldBars(testApp);
  };

  const fillIn = (statement: string): string =>
    Object.entries(point).reduce((text, [name, value]) => text.replaceAll(name, String(value)), statement);
  const exists = async (from: string): Promise<boolean> =>
    (await query(url(), fillIn(`select 1 from ${from} limit 1`))).length > 0;

  /** Until orders from before the point have ended, and others have traded; each has a bar. */
  async function tradeUntilChanged(): Promise<void> {
    const isTraded = (): Promise<boolean> => exists('trades where id > TRADES and settlement_style is null');
    const hasEnded = (): Promise<boolean> =>
      exists(
        `orders where id <= ORDERS and status <> 'Open' and id in (select order_id from order_events where seq > POINT)`,
      );
    do await trade(20);
    while (!(await isTraded()) || !(await hasEnded()));
  }

  /** Verifies while a table is changed; returns how many rows the change has changed as well. */
  async function verifyChanged(table: string, statement: string) {
    await rows(`create table saved_${table} as table ${table}`);
    try {
      await rows(fillIn(statement));
      const [changed] = await query(
        url(),
        `select count(*)::int as rows from ((table ${table} except table saved_${table}) union all (table saved_${table} except table ${table})) differing`,
      );
      const incremental = await kept.verify(url(), 'since-last');
      return { changed: Number(changed?.['rows']), incremental };
    } finally {
      await rows(`delete from ${table}; insert into ${table} table saved_${table}; drop table saved_${table}`);
    }
  }

  beforeAll(async () => {
    testApp = await openTestApp();
    trading = await randomTrading(testApp, seed);
    await query(url(), 'create extension hstore');
    await rows(
      `create function session_of(moment timestamptz) returns date language sql immutable as $$ select (moment at time zone 'UTC')::date $$`,
    );
    await trade(800);
  });
  afterAll(async () => {
    kept.remove();
    await testApp.close();
  });

  it('verifies everything where there is no verified point, and leaves one', async () => {
    const { POINT: last } = await readPlace();
    expect(await kept.verify(url(), 'since-last')).toMatchObject({
      ...{ isEqual: true, from: 1, commands: last, resumedAfter: null, verifiedTo: last },
      passedOver: ['There is no verified point.'],
    });
    expect(kept.files).toEqual(['verified.point']);
  });

  it('replays nothing where there are no newer commands', async () => {
    const { POINT: last } = await readPlace();
    expect(await kept.verify(url(), 'since-last')).toMatchObject({
      ...{ isEqual: true, from: last + 1, commands: 0, verifiedTo: last, passedOver: [] },
    });
  });

  it('comes to the state of the full verification, point after point', async () => {
    for (let round = 0; round < 6; round++) {
      const before = await readPlace();
      await trade(60);
      const { POINT: last } = await readPlace();
      const full = await new KeptPoints().verify(url(), 'first');
      const incremental = await kept.verify(url(), 'since-last');
      expect(incremental).toMatchObject({ isEqual: true, from: before.POINT + 1, commands: last - before.POINT });
      expect([incremental.verifiedTo, incremental.hashes]).toEqual([last, full.hashes]);
      expect(incremental.rows).toBeLessThan(full.rows);
    }
  });

  describe('with newer commands', () => {
    let restore: () => void;
    beforeAll(async () => {
      do {
        await trade(100);
        await kept.verify(url(), 'first');
        restore = kept.save();
        point = await readPlace();
        await tradeUntilChanged();
      } while (!(await exists(`orders where id <= ORDERS and status = 'Open'`)));
    });
    beforeEach(() => restore());

    it.each(seen)('reports %s as the full verification does', async (_what, table, statement) => {
      const { changed, incremental } = await verifyChanged(table, statement);
      expect(changed).toBeGreaterThan(0);
      expect(incremental).toMatchObject({ isEqual: false, from: 1, verifiedTo: null });
      expect(incremental.counts[table]).toBeGreaterThan(0);
      expect(incremental.passedOver).toEqual([expect.stringMatching('^Journal and tables differ: everything')]);
    });

    it.each(unseen)('does not look at %s', async (_what, table, statement) => {
      const { changed, incremental } = await verifyChanged(table, statement);
      expect(changed).toBeGreaterThan(0);
      expect(incremental).toMatchObject({ isEqual: true, from: expect.any(Number) });
      expect(incremental.from).toBeGreaterThan(1);
    });
  });
});
