import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type Row = Readonly<{ id: number } & Record<string, unknown>>;
type Page = Readonly<{ rows: readonly Row[]; next: string | null }>;

describe('GET /orders with sort', () => {
  let testApp: TestApp;
  let floor: Floor;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    floor = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
  });
  afterAll(() => testApp.close());

  const readPage = async (url: string, as = ada.token): Promise<Page> => {
    const { headers, statusCode, body, json } = await testApp.request('GET', url, { as });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
    return { rows: json<Row[]>(), next: /<([^>]*)>; rel="next"/.exec(String(headers.link))?.[1] ?? null };
  };
  const readIds = async (url: string, as = ada.token): Promise<number[]> =>
    (await readPage(url, as)).rows.map(({ id }) => id);
  /** The orders of the pages in their order; `change` happens behind the first page. */
  const readPages = async (url: string, change: () => Promise<unknown>): Promise<number[]> => {
    const first = await readPage(url);
    await change();
    const ids = first.rows.map(({ id }) => id);
    for (let { next } = first; next !== null;) {
      const page = await readPage(next);
      ids.push(...page.rows.map(({ id }) => id));
      next = page.next;
    }
    return ids;
  };
  const refusal = async (path: string, as = ada.token) => {
    const response = await testApp.request('GET', path, { as });
    const { code, errors } = response.json<{ code: string; errors?: { pointer: string }[] }>();
    return [response.statusCode, code, errors?.[0]?.pointer];
  };
  const sellTo = async (quantity: number, price: number, instrumentId = floor.instrumentId) => {
    const seller = await floor.account(bob);
    const terms = { side: 'Sell', quantity, limit_price: price, instrument_id: instrumentId, time_in_force: 'IOC' };
    expect(await floor.order(bob.token, floor.limit(seller, terms))).toMatchObject({ filled_quantity: quantity });
  };
  const newInstrument = (symbol: string): Promise<number> => floor.data.instrument(floor.productId, { symbol });

  it('sorts by each field in both directions, equal orders by id, and those without a value last', async () => {
    const [one, two] = [await floor.account(ada), await floor.account(ada)];
    const [es10, es2] = [await newInstrument('SA10'), await newInstrument('SA2')];
    const place = async (acctId: number, details: object): Promise<number> =>
      (await floor.order(ada.token, floor.limit(acctId, { instrument_id: es2, ...details }))).id;
    const stop = { action_type: 'StopOrderSub', stop_price: 9000, limit_price: undefined };
    const a = await place(one, { quantity: 7, limit_price: 100 });
    const b = await place(two, { instrument_id: es10, quantity: 7, limit_price: 20 });
    const c = await place(one, { quantity: 30, limit_price: 300, side: 'Sell' });
    const d = await place(two, { quantity: 1, ...stop });
    await sellTo(3, 20, es10);
    const list = async (sort: string) => readIds(`/orders?status=Open&sort=${sort}`);

    expect({
      id: [await list('id'), await list('-id')],
      symbol: [await list('symbol'), await list('-symbol')],
      side: [await list('side'), await list('-side')],
      quantity: [await list('quantity'), await list('-quantity')],
      filled_quantity: [await list('filled_quantity'), await list('-filled_quantity')],
      limit_price: [await list('limit_price'), await list('-limit_price')],
      stop_price: [await list('stop_price'), await list('-stop_price')],
      order_type: [await list('order_type'), await list('-order_type')],
    }).toEqual({
      id: [
        [a, b, c, d],
        [d, c, b, a],
      ],
      symbol: [
        [a, c, d, b],
        [b, a, c, d],
      ],
      side: [
        [a, b, d, c],
        [c, a, b, d],
      ],
      quantity: [
        [d, a, b, c],
        [c, a, b, d],
      ],
      filled_quantity: [
        [a, c, d, b],
        [b, a, c, d],
      ],
      limit_price: [
        [b, a, c, d],
        [c, a, b, d],
      ],
      stop_price: [
        [d, a, b, c],
        [d, a, b, c],
      ],
      order_type: [
        [a, b, c, d],
        [d, a, b, c],
      ],
    });
    await floor.act(ada.token, { action_type: 'MassCancellation' });
  });

  it('sorts by the name of the account, for administrators with the orders of everybody', async () => {
    const accounts = [await floor.account(ada), await floor.account(bob)] as const;
    const instrumentId = await newInstrument('NAMES');
    const [first, second] = accounts;
    for (const [acctId, name] of [
      [first, 'desk 10'],
      [second, 'Desk 2'],
    ] as const)
      await floor.execute({ type: 'ChangeAccount', acctId, name, limits: null });
    const terms = { instrument_id: instrumentId };
    const adas = await floor.order(ada.token, floor.limit(first, terms));
    const bobs = await floor.order(bob.token, floor.limit(second, terms));
    const path = `/orders?status=Open&instrument_id=${instrumentId}&sort=`;

    expect(await readIds(`${path}acct_name`, floor.admin.token)).toEqual([bobs.id, adas.id]);
    expect(await readIds(`${path}-acct_name`, floor.admin.token)).toEqual([adas.id, bobs.id]);
    expect(await readIds(`${path}acct_name`)).toEqual([adas.id]);
  });

  it.each(['filled_quantity', '-filled_quantity', 'quantity', '-limit_price', 'symbol', '-id'])(
    'returns each order once by %s while orders are filled, modified, canceled and placed between pages',
    async (sort) => {
      const acctId = await floor.account(ada);
      const instrumentId = await newInstrument(`T${sort.replaceAll(/\W|_/g, '').toUpperCase()}${sort.length}`);
      const place = (quantity: number, price: number) =>
        floor.order(ada.token, floor.limit(acctId, { instrument_id: instrumentId, quantity, limit_price: price }));
      const placed: Row[] = [];
      for (let n = 0; n < 7; n++) placed.push(await place(10 + n, 100 + n));
      await sellTo(2, 106, instrumentId);
      const path = `/orders?status=Open&acct_id=${acctId}&per_page=2&sort=${sort}`;
      const before = await readIds(path.replace('per_page=2', 'per_page=100'));
      const [first = 0, second = 0, third = 0] = before;
      const modify = (id: number, terms: object) =>
        floor.order(ada.token, { action_type: 'OrderModification', order_id: id, ...terms });
      const others = before.slice(3);

      const paged = await readPages(path, async () => {
        // The first page's orders go to the other end, others to the beginning; the last of the page is canceled.
        await modify(first, { quantity: 500, limit_price: 90 });
        await floor.act(ada.token, { action_type: 'OrderCancellation', order_id: second });
        for (const id of others) await modify(id, { quantity: 5 + (id % 3), limit_price: 110 });
        await place(1, 1);
        await sellTo(3, 110, instrumentId);
      });

      expect(paged.filter((id) => id <= (placed.at(-1)?.id ?? 0))).toEqual([first, second, third, ...others]);
      expect(new Set(paged).size).toBe(paged.length);
      expect(await readIds(path.replace('per_page=2', 'per_page=100'))).not.toContain(second);
    },
  );

  it('returns the sorted list as CSV', async () => {
    const acctId = await floor.account(ada);
    for (const quantity of [2, 3, 1]) await floor.order(ada.token, floor.limit(acctId, { quantity, limit_price: 50 }));
    const path = `/orders?status=Open&acct_id=${acctId}&sort=-quantity`;
    const { body } = await testApp.request('GET', path, { as: ada.token, accept: 'text/csv' });
    const [head = '', ...lines] = body.trim().split('\r\n');
    const column = head.split(',').indexOf('quantity');

    expect(lines.map((line) => line.split(',')[column])).toEqual(['3', '2', '1']);
  });

  it.each([
    ['/orders?sort=symbol', 'sort'],
    ['/orders?status=Filled&sort=symbol', 'sort'],
    ['/orders?status=Open&status=Filled&sort=symbol', 'sort'],
    ['/orders?status=Open&sort=average_price', 'sort'],
    ['/orders?status=Open&sort=', 'sort'],
    ['/orders?status=Open&sort=symbol&newest=true', 'newest'],
    ['/orders?status=Open&sort=symbol&cursor=YWZ0ZXIgMTAw', 'cursor'],
  ])('is 400 for %s', async (path, pointer) => {
    expect(await refusal(path)).toEqual([400, 'invalid_request', pointer]);
  });

  it('refuses a list of more than 1,000 orders with 422 too_many_to_sort, until a filter makes it shorter', async () => {
    const [acctId, other] = [await floor.account(ada), await floor.account(ada)];
    const lots = (count: number, side = 'Buy') =>
      floor.act(ada.token, {
        actions: Array.from({ length: count }, (_, n) =>
          floor.limit(acctId, { quantity: 1 + n, limit_price: side === 'Buy' ? 10 : 9000, side }),
        ),
      });
    for (let n = 0; n < 10; n++) await lots(100, n < 5 ? 'Buy' : 'Sell');
    const path = `/orders?status=Open&acct_id=${acctId}&sort=-quantity`;

    expect(await readIds(`${path}&per_page=1000`)).toHaveLength(1000);

    const { next } = await readPage(`${path}&per_page=10`);
    await lots(1);
    expect(await refusal(path)).toEqual([422, 'too_many_to_sort', undefined]);
    expect(await refusal(next ?? '')).toEqual([422, 'too_many_to_sort', undefined]);
    expect(await refusal('/orders?status=Open&sort=symbol', floor.admin.token)).toEqual([
      422,
      'too_many_to_sort',
      undefined,
    ]);
    expect(await readIds(`${path}&side=Sell&per_page=1000`)).toHaveLength(500);
    expect(await readIds(`/orders?status=Open&acct_id=${other}&sort=symbol`)).toEqual([]);
    expect(await readIds(`/orders?status=Open&acct_id=${acctId}&per_page=1000`)).toHaveLength(1000);
  });
});
