import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { alwaysOpen } from '../support/reference-data.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { query } from '../support/postgres-service.js';
import { verifyJournal } from '../support/verification.js';
import { openBrowserClient } from '../support/browser-client.js';

type Fields = Readonly<Record<string, unknown>>;
type RejectedAction = Fields &
  Readonly<{
    code: string;
    action: Fields & Readonly<{ id: number; order: (Fields & Readonly<{ id: number }>) | null }>;
  }>;

const DETAIL_FIELDS = [
  'required',
  'available',
  'used',
  'buying_power',
  'limit',
  'would_be',
  'currency',
  'tick',
  'nearest',
  'low',
  'high',
  'reference',
];
const pickDetails = (problem: Fields): Fields =>
  Object.fromEntries(Object.entries(problem).filter(([name]) => DETAIL_FIELDS.includes(name)));

describe('the figures of a rejected order action', () => {
  let firstApp: TestApp;
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let acct: number;
  let banded: number;
  beforeAll(async () => {
    firstApp = await openTestApp();
    testApp = firstApp;
    fixture = await tradingFloor(testApp);
    ada = await people.ada(testApp);
    acct = await fixture.account(ada);
    const productId = await fixture.data.product(
      await fixture.data.group({ ...alwaysOpen, symbol: 'BAND', price_band: 5 }),
      { symbol: 'BAND' },
    );
    banded = await fixture.data.instrument(productId, { symbol: 'BAND' });
    const bob = await people.bob(testApp);
    await fixture.order(ada.token, fixture.limit(acct, { instrument_id: banded }));
    await fixture.order(bob.token, fixture.limit(await fixture.account(bob), { instrument_id: banded, side: 'Sell' }));
  });
  afterAll(async () => {
    if (testApp !== firstApp) await testApp.close();
    await firstApp.close();
  });

  const reject = async (body: Fields): Promise<RejectedAction> =>
    (await fixture.act(ada.token, body)).json<RejectedAction>();
  const inBand = (details: Fields): Fields => fixture.limit(acct, { instrument_id: banded, ...details });

  const prepareLowFunds = async (): Promise<Fields> => {
    const account = await fixture.account(ada, { buyingPowerPercent: 50 });
    await fixture.execute({
      type: 'StateMoney',
      acctId: account,
      asOf: '2026-01-05',
      cashBalance: 2_400_000_000n,
      netLiq: 2_400_000_000n,
    });
    await fixture.order(ada.token, fixture.limit(account, { limit_price: 6500, quantity: 3 }));
    return fixture.limit(account, { limit_price: 6500 });
  };
  const prepareWorkingOrder = async (limits: Parameters<Floor['account']>[1]): Promise<Fields> => {
    const account = await fixture.account(ada, limits);
    await fixture.order(ada.token, fixture.limit(account, { limit_price: 6500, quantity: 2 }));
    return fixture.limit(account, { limit_price: 6500 });
  };

  const rejectionCases: readonly (readonly [code: string, prepare: () => Promise<Fields>, figures: Fields])[] = [
    [
      'insufficient_margin',
      prepareLowFunds,
      { required: 92_500, available: 64_500, used: 55_500, buying_power: 120_000, currency: 'USD' },
    ],
    [
      'order_size_limit',
      async () => fixture.limit(await fixture.account(ada, { maxOrderQuantity: 4 })),
      { limit: 4, would_be: 5 },
    ],
    ['position_limit', () => prepareWorkingOrder({ maxPosition: 6 }), { limit: 6, would_be: 7 }],
    ['product_limit', () => prepareWorkingOrder({ maxProductContracts: 4 }), { limit: 4, would_be: 7 }],
    [
      'daily_limit',
      async () => fixture.limit(await fixture.account(ada, { maxDailyLoss: 0n })),
      { limit: 0, would_be: 0, currency: 'USD' },
    ],
    ['too_many_orders', () => prepareWorkingOrder({ maxWorkingOrders: 1 }), { limit: 1, would_be: 2 }],
    [
      'price_off_tick',
      () => Promise.resolve(fixture.limit(acct, { limit_price: 6700.1 })),
      { tick: 0.25, nearest: [6700, 6700.25] },
    ],
    [
      'price_off_tick',
      () => Promise.resolve(fixture.limit(acct, { limit_price: '6700.00000000000000000001' })),
      { tick: 0.25, nearest: [6700, 6700.25] },
    ],
    [
      'price_off_tick',
      () => Promise.resolve(fixture.limit(acct, { limit_price: 0.1 })),
      { tick: 0.25, nearest: [0.25] },
    ],
    ['price_off_tick', () => Promise.resolve(inBand({ limit_price: 7035.1 })), { tick: 0.25, nearest: [7035] }],
    [
      'price_off_tick',
      () => Promise.resolve(inBand({ limit_price: 6364.9, side: 'Sell' })),
      { tick: 0.25, nearest: [6365] },
    ],
    [
      'price_off_tick',
      () => Promise.resolve(inBand({ limit_price: 6364.9 })),
      { tick: 0.25, nearest: [6364.75, 6365] },
    ],
    [
      'price_out_of_band',
      () => Promise.resolve(inBand({ limit_price: 7040 })),
      { low: 6365, high: 7035, reference: 6700 },
    ],
  ];

  it.each(rejectionCases)(
    '%s: are in the problem, the stored action and the order, alone and in a list: %#',
    async (code, prepare, figures) => {
      const body = await prepare();
      const problem = await reject(body);
      const id = problem.action.order?.id ?? 0;
      const [listed] = (
        await testApp.request('POST', '/orderactions', { as: ada.token, body: { actions: [body] } })
      ).json<[RejectedAction]>();

      expect([problem.code, pickDetails(problem), pickDetails(listed)]).toEqual([code, figures, figures]);
      expect(problem.action).toMatchObject({ order: { reject_code: code, reject_figures: figures } });
      expect(await fixture.read(ada.token, `/orders/${id}`)).toEqual(problem.action.order);
      expect(
        await fixture.read(ada.token, `/orders?acct_id=${String(body['acct_id'])}&status=Rejected&per_page=1000`),
      ).toContainEqual(problem.action.order);
      expect(await fixture.read(ada.token, `/orderactions?order_id=${id}`)).toMatchObject([
        { id: problem.action.id, code, figures },
      ]);
    },
  );

  it('are in the rejection of a modification, and the order has none', async () => {
    const order = await fixture.order(ada.token, fixture.limit(acct, { limit_price: 6500 }));
    const problem = await reject({ action_type: 'OrderModification', order_id: order.id, limit_price: 6500.3 });

    expect(problem).toMatchObject({ code: 'price_off_tick', tick: 0.25, nearest: [6500.25, 6500.5] });
    expect(await fixture.read(ada.token, `/orders/${order.id}`)).toEqual(order);
    expect(await fixture.read(ada.token, `/orderactions?order_id=${order.id}`)).toMatchObject([
      { figures: null },
      { code: 'price_off_tick', figures: { tick: 0.25, nearest: [6500.25, 6500.5] } },
    ]);
  });

  it('are the number of the order that has the client_order_id, alone, in a list, in a preview and in the stored action', async () => {
    const order = fixture.limit(acct, { limit_price: 6500, client_order_id: 'taken' });
    const { id } = await fixture.order(ada.token, order);
    const other = { ...order, quantity: 6 };
    const conflict = { code: 'client_order_id_conflict', order_id: id };
    const send = (path: string, body: Fields) => testApp.request('POST', path, { as: ada.token, body });

    expect(await reject(other)).toMatchObject({ ...conflict, action: { order: null } });
    expect((await send('/orderactions', { actions: [other] })).json()).toMatchObject([conflict]);
    expect((await send('/orderactions/preview', other)).json()).toMatchObject({ problem: conflict });
    const [record] = await fixture.read<readonly Fields[]>(ada.token, '/orderactions?newest=true');
    expect(record).toMatchObject({ code: conflict.code, figures: { order_id: id } });
  });

  it('are on the page of the order and in the list of actions', async () => {
    const { action } = await reject(await prepareLowFunds());
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    const words = 'It requires 92,500.00 USD; 64,500.00 is available: 55,500.00 of 120,000.00 is in use.';

    for (const path of [`/orders/${action.order?.id ?? 0}`, `/orderactions?order_id=${action.order?.id ?? 0}`])
      expect((await browser.get(path)).body).toContain(words);
  });

  it('stand behind the reason in the list of orders, beside what it means', async () => {
    const { action } = await reject(fixture.limit(await fixture.account(ada, { maxOrderQuantity: 4 })));
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    const { body } = await browser.get('/orders?status=Rejected');

    expect(new RegExp(`<tr id="o${action.order?.id}".*?</tr>`).exec(body)?.[0]).toContain(
      `<a class="why" href="/orders/${action.order?.id}">order size limit</a>`,
    );
    expect((await browser.get(`/orders/${action.order?.id}`)).body).toContain('href="/docs/errors/order_size_limit"');
  });

  it('are returned unchanged to copies and after a restart', async () => {
    const body = { ...(await prepareLowFunds()), client_order_id: 'figures' };
    const send = (key: string) =>
      testApp.request('POST', '/orderactions', { as: ada.token, body, headers: { 'idempotency-key': key } });
    const firstResponse = (await send('figures-1')).json<RejectedAction>();
    await fixture.execute({
      type: 'StateMoney',
      acctId: Number(body['acct_id' as keyof typeof body]),
      asOf: '2026-01-06',
      cashBalance: 0n,
      netLiq: 0n,
    });
    const copies = [await send('figures-1'), await send('figures-2')];
    await testApp.app.close();
    testApp = await openTestApp({ beside: firstApp });
    copies.push(await testApp.request('POST', '/orderactions', { as: ada.token, body }), await send('figures-1'));

    expect(
      (await testApp.request('GET', `/orders/${firstResponse.action.order?.id ?? 0}`, { as: ada.token })).json(),
    ).toEqual(firstResponse.action.order);
    for (const copy of copies) {
      const { action, ...problem } = copy.json<RejectedAction>();
      expect([pickDetails(problem), action]).toEqual([pickDetails(firstResponse), firstResponse.action]);
    }
  });

  it('are verified against the journal', async () => {
    const { url } = testApp.database;
    expect(await verifyJournal(url)).toMatchObject({ isEqual: true, differences: [] });
    await query(
      url,
      `set session_replication_role = replica; update journal set refusal_figures = refusal_figures || '{"limit": "3"}' where seq = (select min(seq) from journal where refusal_figures ? 'limit')`,
    );

    expect(await verifyJournal(url)).toMatchObject({
      isEqual: false,
      differences: [{ table: 'journal', column: 'refusalFigures' }],
    });
  });
});
