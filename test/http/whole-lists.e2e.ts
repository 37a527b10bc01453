import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type House, openHouse } from '../support/house.js';
import { countPagesRead } from '../support/pages-read.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

const ROWS = 64_000;

/** Copies of an order and of a trade, some on the accounts of somebody else, a minute apart. */
const COPIES = {
  orders: `insert into orders select r.* from orders o, generate_series(?::int, ?::int) n, jsonb_populate_record(o, jsonb_build_object('id', 1000000 + n, 'client_order_id', null, 'fingerprint', null, 'quantity', n, 'status', 'Cancelled', 'state', 'Cancelled',
    'acct_id', case when n % 5 < 3 then ?::bigint else ?::bigint end, 'created_at', '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 minute')) r where o.id = (select min(id) from orders where id < 1000000)`,
  trades: `insert into trades select r.* from trades t, generate_series(?::int, ?::int) n, jsonb_populate_record(t, jsonb_build_object('id', 1000000 + n, 'quantity', n, 'buy_acct_id', case when n % 5 < 3 then ?::bigint else ?::bigint end,
    'at', '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 minute')) r where t.id = (select min(id) from trades where id < 1000000)`,
};

describe('a long list as CSV', () => {
  let house: House;
  let floor: Floor;
  let ada: Person;
  let bob: Person;
  let adas: number;
  let url: string;
  const sql = <Row>(text: string, values: unknown[] = []) => house.orm.em.fork().execute<Row[]>(text, values);
  beforeAll(async () => {
    house = await openHouse({ env: { SANDBOX_LIQUIDITY: 'off' } });
    floor = await tradingFloor(house);
    [ada, bob] = [await people.ada(house), await people.bob(house)];
    adas = await floor.account(ada);
    const bobs = await floor.account(bob);
    await floor.order(bob.token, floor.limit(bobs, { side: 'Sell', quantity: 2 }));
    await floor.order(ada.token, floor.limit(adas, { quantity: 2 }));
    for (let from = 1; from <= ROWS; from += 4_000) await sql(COPIES.orders, [from, from + 3_999, bobs, adas]);
    for (let from = 1; from <= 25_000; from += 5_000) await sql(COPIES.trades, [from, from + 4_999, bobs, adas]);
    url = await house.url();
  });
  afterAll(() => house.close());

  const csv = async (path: string, as = ada.token) => {
    const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/csv', authorization: `Bearer ${as}` } });
    const [titles = '', ...lines] = (await answer.text()).trimEnd().split('\r\n');
    const names = titles.split(',');
    return {
      status: answer.status,
      link: answer.headers.get('link'),
      rows: lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell]))),
    };
  };
  const idsOf = (rows: readonly Readonly<Record<string, string>>[]) => rows.map(({ id }) => Number(id));
  /** Not toEqual: what jest says of two lists of this length takes minutes. */
  const isSame = (one: readonly number[], other: readonly number[]) =>
    one.length === other.length && one.every((id, at) => id === other[at]);
  const open = async (path = '/orders', as = ada.token): Promise<IncomingMessage> => {
    const request = get(`${url}${path}`, {
      agent: false,
      headers: { accept: 'text/csv', authorization: `Bearer ${as}` },
    });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer.pause();
  };
  const snapshots = async (): Promise<number> =>
    (
      await sql<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and state in ('idle in transaction', 'active') and pid <> pg_backend_pid() and backend_type = 'client backend' and query not like '%exchange_state%'`,
      )
    )[0]?.count ?? 0;
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    for (let tries = 0; tries < 60 && !(await isSo()); tries += 1) await wait(50);
  };

  it('has every order that the caller may look at, and no other', async () => {
    const { status, link, rows } = await csv('/orders');
    const kept = (await sql<{ id: string }>('select id from orders where acct_id = ? order by id', [adas])).map(
      ({ id }) => Number(id),
    );

    expect([status, link, kept.length, isSame(idsOf(rows), kept)]).toEqual([200, null, 25_601, true]);
    expect(new Set(rows.map(({ acct_id: id }) => id))).toEqual(new Set([String(adas)]));
    expect(
      rows
        .slice(1)
        .every(({ id, quantity, symbol }) => Number(id) === 1_000_000 + Number(quantity) && symbol === 'FLOOR'),
    ).toBe(true);
  });

  it('has every fill and every trade, in either order', async () => {
    const [fills, trades, newest] = [
      await csv('/fills'),
      await csv(`/trades?instrument_id=${floor.instrumentId}`),
      await csv('/trades?newest=true'),
    ];
    const kept = (await sql<{ id: string }>('select id from trades order by id')).map(({ id }) => Number(id));

    expect([fills.rows.length, new Set(idsOf(fills.rows)).size]).toEqual([10_001, 10_001]);
    expect(new Set(fills.rows.map(({ acct_id: id }) => id))).toEqual(new Set([String(adas)]));
    expect([kept.length, isSame(idsOf(trades.rows), kept), isSame(idsOf(newest.rows), kept.toReversed())]).toEqual([
      25_001,
      true,
      true,
    ]);
  });

  it('has the rows that the filters mean, to their end', async () => {
    const { rows } = await csv(`/orders?from=2020-01-02&to=2020-01-05&acct_id=${adas}`);
    const kept = (
      await sql<{ id: string }>(
        `select id from orders where acct_id = ? and created_at >= '2020-01-02T00:00:00Z' and created_at < '2020-01-06T00:00:00Z' order by id`,
        [adas],
      )
    ).map(({ id }) => Number(id));

    expect([kept.length, isSame(idsOf(rows), kept)]).toEqual([2_304, true]);
    expect((await csv('/orders?side=Buy')).rows.map(({ acct_id: id }) => id)).toEqual([String(adas)]);
  });

  it('has as many rows as per_page says, and a Link, which leads to the rest of the list', async () => {
    const { link, rows } = await csv('/orders?per_page=1000');
    const next = new URL(/<([^>]+)>/.exec(link ?? '')?.[1] ?? '', url);
    next.searchParams.delete('per_page');

    expect(rows).toHaveLength(1_000);
    expect((await csv(`${next.pathname}?${next.searchParams}`)).rows).toHaveLength(24_601);
  });

  it('is what the database had when it began, however slowly it is read', async () => {
    const answer = await open();
    await sql(`update orders set acct_id = ? where id = ?`, [adas, 1_000_000 + ROWS - 4]);
    const added = await floor.order(ada.token, floor.limit(adas, { limit_price: 10 }));
    const text = (await answer.setEncoding('utf8').toArray()).join('');

    expect([text.trimEnd().split('\r\n').length, text.includes(`\r\n${added.id},`)]).toEqual([25_602, false]);
    expect((await csv(`/orders?newest=true&per_page=5`)).rows.map(({ quantity }) => quantity)).toContain(
      String(ROWS - 4),
    );
  });

  it('is not read ahead of a reader who takes nothing, and ends when they leave', async () => {
    const pagesRead = countPagesRead();
    const answer = await open('/orders', floor.admin.token);
    await wait(1_500);
    const held = await snapshots();
    const chunks = pagesRead();
    answer.destroy();
    await until(async () => (await snapshots()) === 0);

    expect([held, await snapshots()]).toEqual([1, 0]);
    // What the connection itself takes, of sixty-four.
    expect(chunks).toBeLessThan(40);
    expect(answer.complete).toBe(false);
  });

  it('breaks the connection when it fails on the way, so that it does not look whole', async () => {
    const answer = await open('/orders', floor.admin.token);
    // Between two chunks, when it waits for the reader.
    const cut = async (): Promise<number> =>
      Number(
        (
          await sql<{ count: number }>(
            `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
          )
        )[0]?.count,
      );
    await until(async () => (await cut()) === 1);

    await expect(answer.toArray()).rejects.toThrow('aborted');
  });

  it('is refused with 429 to a user who reads two already, and taken again afterwards', async () => {
    const answers = [await open(), await open()];
    const third = await fetch(`${url}/orders`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${ada.token}` },
    });
    const another = await csv('/orders?from=2020-01-02&to=2020-01-05', bob.token);
    for (const answer of answers) answer.destroy();
    await until(async () => (await snapshots()) === 0);

    expect([third.status, third.headers.get('retry-after'), ((await third.json()) as { code: string }).code]).toEqual([
      429,
      '5',
      'too_many_downloads',
    ]);
    expect(another.rows[0]?.['acct_name']).toBe('A floor account');
    expect((await csv('/orders?from=2020-01-02&to=2020-01-05')).status).toBe(200);
  });

  it('does not keep the service from stopping', async () => {
    const answer = await open('/orders', floor.admin.token);
    const failed = answer.toArray().then(
      () => 'whole',
      () => 'broken',
    );
    answer.pause();
    const begun = performance.now();
    await house.stop();

    expect(performance.now() - begun).toBeLessThan(6_000);
    expect(['whole', 'broken']).toContain(await failed);
  });
});
