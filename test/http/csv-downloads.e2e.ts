import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { countPagesRead } from '../support/pages-read.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { waitUntil } from '../support/within.js';

const ROWS = 64_000;

/** Copies of an order and of a trade, some on the accounts of another user, a minute apart. */
const COPY_SQL = {
  orders: `insert into orders select r.* from orders o, generate_series(?::int, ?::int) n, jsonb_populate_record(o, jsonb_build_object('id', 1000000 + n, 'client_order_id', null, 'fingerprint', null, 'quantity', n, 'status', 'Cancelled', 'state', 'Cancelled',
    'acct_id', case when n % 5 < 3 then ?::bigint else ?::bigint end, 'created_at', '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 minute')) r where o.id = (select min(id) from orders where id < 1000000)`,
  trades: `insert into trades select r.* from trades t, generate_series(?::int, ?::int) n, jsonb_populate_record(t, jsonb_build_object('id', 1000000 + n, 'quantity', n, 'buy_acct_id', case when n % 5 < 3 then ?::bigint else ?::bigint end,
    'at', '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 minute')) r where t.id = (select min(id) from trades where id < 1000000)`,
};

describe('CSV download of a long list', () => {
  let testApp: TestApp;
  let market: Floor;
  let ada: Person;
  let bob: Person;
  let adaAccountId: number;
  let url: string;
  const sql = <Row>(text: string, values: unknown[] = []) => testApp.orm.em.fork().execute<Row[]>(text, values);
  beforeAll(async () => {
    testApp = await openTestApp({ env: { SANDBOX_LIQUIDITY: 'off' } });
    market = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    adaAccountId = await market.account(ada);
    const bobAccountId = await market.account(bob);
    await market.order(bob.token, market.limit(bobAccountId, { side: 'Sell', quantity: 2 }));
    await market.order(ada.token, market.limit(adaAccountId, { quantity: 2 }));
    for (let from = 1; from <= ROWS; from += 4_000)
      await sql(COPY_SQL.orders, [from, from + 3_999, bobAccountId, adaAccountId]);
    for (let from = 1; from <= 25_000; from += 5_000)
      await sql(COPY_SQL.trades, [from, from + 4_999, bobAccountId, adaAccountId]);
    url = await testApp.url();
  });
  afterAll(() => testApp.close());

  const downloadCsv = async (path: string, as = ada.token) => {
    const response = await fetch(`${url}${path}`, { headers: { accept: 'text/csv', authorization: `Bearer ${as}` } });
    const [titles = '', ...lines] = (await response.text()).trimEnd().split('\r\n');
    const names = titles.split(',');
    return {
      status: response.status,
      link: response.headers.get('link'),
      rows: lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell]))),
    };
  };
  const toIds = (rows: readonly Readonly<Record<string, string>>[]) => rows.map(({ id }) => Number(id));
  /** Not toEqual: what jest says of two lists of this length takes minutes. */
  const isSameList = (one: readonly number[], other: readonly number[]) =>
    one.length === other.length && one.every((id, at) => id === other[at]);
  const openDownload = async (path = '/orders', as = ada.token): Promise<IncomingMessage> => {
    const request = get(`${url}${path}`, {
      agent: false,
      headers: { accept: 'text/csv', authorization: `Bearer ${as}` },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response.pause();
  };
  const countTransactions = async (): Promise<number> =>
    (
      await sql<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and state in ('idle in transaction', 'active') and pid <> pg_backend_pid() and backend_type = 'client backend' and query not like '%exchange_state%'`,
      )
    )[0]?.count ?? 0;

  it('contains every order that the caller may view, and no other', async () => {
    const { status, link, rows } = await downloadCsv('/orders');
    const storedIds = (
      await sql<{ id: string }>('select id from orders where acct_id = ? order by id', [adaAccountId])
    ).map(({ id }) => Number(id));

    expect([status, link, storedIds.length, isSameList(toIds(rows), storedIds)]).toEqual([200, null, 25_601, true]);
    expect(new Set(rows.map(({ acct_id: id }) => id))).toEqual(new Set([String(adaAccountId)]));
    expect(
      rows
        .slice(1)
        .every(({ id, quantity, symbol }) => Number(id) === 1_000_000 + Number(quantity) && symbol === 'FLOOR'),
    ).toBe(true);
  });

  it('contains every fill and every trade, in both orders', async () => {
    const [fills, trades, newest] = [
      await downloadCsv('/fills'),
      await downloadCsv(`/trades?instrument_id=${market.instrumentId}`),
      await downloadCsv('/trades?newest=true'),
    ];
    const storedIds = (await sql<{ id: string }>('select id from trades order by id')).map(({ id }) => Number(id));

    expect([fills.rows.length, new Set(toIds(fills.rows)).size]).toEqual([10_001, 10_001]);
    expect(new Set(fills.rows.map(({ acct_id: id }) => id))).toEqual(new Set([String(adaAccountId)]));
    expect([
      storedIds.length,
      isSameList(toIds(trades.rows), storedIds),
      isSameList(toIds(newest.rows), storedIds.toReversed()),
    ]).toEqual([25_001, true, true]);
  });

  it('applies the filters to the end', async () => {
    const { rows } = await downloadCsv(`/orders?from=2020-01-02&to=2020-01-05&acct_id=${adaAccountId}`);
    const storedIds = (
      await sql<{ id: string }>(
        `select id from orders where acct_id = ? and created_at >= '2020-01-02T00:00:00Z' and created_at < '2020-01-06T00:00:00Z' order by id`,
        [adaAccountId],
      )
    ).map(({ id }) => Number(id));

    expect([storedIds.length, isSameList(toIds(rows), storedIds)]).toEqual([2_304, true]);
    expect((await downloadCsv('/orders?side=Buy')).rows.map(({ acct_id: id }) => id)).toEqual([String(adaAccountId)]);
  });

  it('returns per_page rows and a Link to the next page', async () => {
    const { link, rows } = await downloadCsv('/orders?per_page=1000');
    const next = new URL(/<([^>]+)>/.exec(link ?? '')?.[1] ?? '', url);
    next.searchParams.delete('per_page');

    expect(rows).toHaveLength(1_000);
    expect((await downloadCsv(`${next.pathname}?${next.searchParams}`)).rows).toHaveLength(24_601);
  });

  it('is one snapshot for a slow reader', async () => {
    const response = await openDownload();
    await sql(`update orders set acct_id = ? where id = ?`, [adaAccountId, 1_000_000 + ROWS - 4]);
    const added = await market.order(ada.token, market.limit(adaAccountId, { limit_price: 10 }));
    const text = (await response.setEncoding('utf8').toArray()).join('');

    expect([text.trimEnd().split('\r\n').length, text.includes(`\r\n${added.id},`)]).toEqual([25_602, false]);
    expect((await downloadCsv(`/orders?newest=true&per_page=5`)).rows.map(({ quantity }) => quantity)).toContain(
      String(ROWS - 4),
    );
  });

  it('reads no rows ahead for a slow reader, and ends when the reader disconnects', async () => {
    const pagesRead = countPagesRead();
    const response = await openDownload('/orders', market.admin.token);
    await wait(1_500);
    const openTransactions = await countTransactions();
    const chunks = pagesRead();
    response.destroy();
    await waitUntil(async () => (await countTransactions()) === 0);

    expect([openTransactions, await countTransactions()]).toEqual([1, 0]);
    // What the connection itself takes, of sixty-four.
    expect(chunks).toBeLessThan(40);
    expect(response.complete).toBe(false);
  });

  it('breaks the connection on an error', async () => {
    const response = await openDownload('/orders', market.admin.token);
    // Between two chunks, when it waits for the reader.
    const terminateConnection = async (): Promise<number> =>
      Number(
        (
          await sql<{ count: number }>(
            `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
          )
        )[0]?.count,
      );
    await waitUntil(async () => (await terminateConnection()) === 1);

    await expect(response.toArray()).rejects.toThrow('aborted');
  });

  it('returns 429 to a user with two downloads, and succeeds afterwards', async () => {
    const responses = [await openDownload(), await openDownload()];
    const third = await fetch(`${url}/orders`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${ada.token}` },
    });
    const another = await downloadCsv('/orders?from=2020-01-02&to=2020-01-05', bob.token);
    for (const response of responses) response.destroy();
    await waitUntil(async () => (await countTransactions()) === 0);

    expect([third.status, third.headers.get('retry-after'), ((await third.json()) as { code: string }).code]).toEqual([
      429,
      '5',
      'too_many_downloads',
    ]);
    expect(another.rows[0]?.['acct_name']).toBe('A floor account');
    expect((await downloadCsv('/orders?from=2020-01-02&to=2020-01-05')).status).toBe(200);
  });

  it('does not delay the stop of the service', async () => {
    const response = await openDownload('/orders', market.admin.token);
    const failed = response.toArray().then(
      () => 'whole',
      () => 'broken',
    );
    response.pause();
    const begun = performance.now();
    await testApp.stop();

    expect(performance.now() - begun).toBeLessThan(6_000);
    expect(['whole', 'broken']).toContain(await failed);
  });
});
