import { type House, openHouse } from '../support/house.js';
import { people, type Person } from '../support/people.js';
import { aroundTheClock } from '../support/reference-data.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { query } from '../support/own-postgres.js';
import { verified } from '../support/verification.js';
import { visitor } from '../support/visitor.js';

type Fields = Readonly<Record<string, unknown>>;
type Refused = Fields &
  Readonly<{
    code: string;
    action: Fields & Readonly<{ id: number; order: (Fields & Readonly<{ id: number }>) | null }>;
  }>;

const MEMBERS = [
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
const figuresIn = (problem: Fields): Fields =>
  Object.fromEntries(Object.entries(problem).filter(([name]) => MEMBERS.includes(name)));

describe('the figures of a refused order action', () => {
  let first: House;
  let house: House;
  let floor: Floor;
  let ada: Person;
  let acct: number;
  let banded: number;
  beforeAll(async () => {
    first = await openHouse();
    house = first;
    floor = await tradingFloor(house);
    ada = await people.ada(house);
    acct = await floor.account(ada);
    const productId = await floor.data.product(
      await floor.data.group({ ...aroundTheClock, symbol: 'BAND', price_band: 5 }),
      { symbol: 'BAND' },
    );
    banded = await floor.data.instrument(productId, { symbol: 'BAND' });
    const bob = await people.bob(house);
    await floor.order(ada.token, floor.limit(acct, { instrument_id: banded }));
    await floor.order(bob.token, floor.limit(await floor.account(bob), { instrument_id: banded, side: 'Sell' }));
  });
  afterAll(async () => {
    if (house !== first) await house.close();
    await first.close();
  });

  const refused = async (body: Fields): Promise<Refused> => (await floor.act(ada.token, body)).json<Refused>();
  const inBand = (details: Fields): Fields => floor.limit(acct, { instrument_id: banded, ...details });

  const poor = async (): Promise<Fields> => {
    const account = await floor.account(ada, { buyingPowerPercent: 50 });
    await floor.carryOut({
      type: 'StateMoney',
      acctId: account,
      asOf: '2026-01-05',
      cashBalance: 2_400_000_000n,
      netLiq: 2_400_000_000n,
    });
    await floor.order(ada.token, floor.limit(account, { limit_price: 6500, quantity: 3 }));
    return floor.limit(account, { limit_price: 6500 });
  };
  const working = async (limits: Parameters<Floor['account']>[1]): Promise<Fields> => {
    const account = await floor.account(ada, limits);
    await floor.order(ada.token, floor.limit(account, { limit_price: 6500, quantity: 2 }));
    return floor.limit(account, { limit_price: 6500 });
  };

  const situations: readonly (readonly [code: string, prepare: () => Promise<Fields>, figures: Fields])[] = [
    [
      'insufficient_margin',
      poor,
      { required: 92_500, available: 64_500, used: 55_500, buying_power: 120_000, currency: 'USD' },
    ],
    [
      'order_size_limit',
      async () => floor.limit(await floor.account(ada, { maxOrderQuantity: 4 })),
      { limit: 4, would_be: 5 },
    ],
    ['position_limit', () => working({ maxPosition: 6 }), { limit: 6, would_be: 7 }],
    ['product_limit', () => working({ maxProductContracts: 4 }), { limit: 4, would_be: 7 }],
    [
      'daily_limit',
      async () => floor.limit(await floor.account(ada, { maxDailyLoss: 0n })),
      { limit: 0, would_be: 0, currency: 'USD' },
    ],
    ['too_many_orders', () => working({ maxWorkingOrders: 1 }), { limit: 1, would_be: 2 }],
    [
      'price_off_tick',
      () => Promise.resolve(floor.limit(acct, { limit_price: 6700.1 })),
      { tick: 0.25, nearest: [6700, 6700.25] },
    ],
    [
      'price_off_tick',
      () => Promise.resolve(floor.limit(acct, { limit_price: '6700.00000000000000000001' })),
      { tick: 0.25, nearest: [6700, 6700.25] },
    ],
    ['price_off_tick', () => Promise.resolve(floor.limit(acct, { limit_price: 0.1 })), { tick: 0.25, nearest: [0.25] }],
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

  it.each(situations)(
    '%s: stand in the problem, in the stored action and on the order, alone and in a list: %#',
    async (code, prepare, figures) => {
      const body = await prepare();
      const problem = await refused(body);
      const id = problem.action.order?.id ?? 0;
      const [listed] = (await house.knock('POST', '/orderactions', { as: ada.token, body: { actions: [body] } })).json<
        [Refused]
      >();

      expect([problem.code, figuresIn(problem), figuresIn(listed)]).toEqual([code, figures, figures]);
      expect(problem.action).toMatchObject({ order: { reject_code: code, reject_figures: figures } });
      expect(await floor.read(ada.token, `/orders/${id}`)).toEqual(problem.action.order);
      expect(
        await floor.read(ada.token, `/orders?acct_id=${String(body['acct_id'])}&status=Rejected&per_page=1000`),
      ).toContainEqual(problem.action.order);
      expect(await floor.read(ada.token, `/orderactions?order_id=${id}`)).toMatchObject([
        { id: problem.action.id, code, figures },
      ]);
    },
  );

  it('are those of a refused change as well, and the order stands without any', async () => {
    const order = await floor.order(ada.token, floor.limit(acct, { limit_price: 6500 }));
    const problem = await refused({ action_type: 'OrderModification', order_id: order.id, limit_price: 6500.3 });

    expect(problem).toMatchObject({ code: 'price_off_tick', tick: 0.25, nearest: [6500.25, 6500.5] });
    expect(await floor.read(ada.token, `/orders/${order.id}`)).toEqual(order);
    expect(await floor.read(ada.token, `/orderactions?order_id=${order.id}`)).toMatchObject([
      { figures: null },
      { code: 'price_off_tick', figures: { tick: 0.25, nearest: [6500.25, 6500.5] } },
    ]);
  });

  it('are said on the page of the order and in the list of actions', async () => {
    const { action } = await refused(await poor());
    const browser = visitor(house);
    await browser.signIn(ada);
    const words = 'It needs 92,500.00 USD, and 64,500.00 are free: 55,500.00 of 120,000.00 are in use.';

    for (const path of [`/orders/${action.order?.id ?? 0}`, `/orderactions?order_id=${action.order?.id ?? 0}`])
      expect((await browser.get(path)).body).toContain(words);
  });

  it('are told to a copy by client order id, to a copy by Idempotency-Key, and after a restart, as they were', async () => {
    const body = { ...(await poor()), client_order_id: 'figures' };
    const send = (key: string) =>
      house.knock('POST', '/orderactions', { as: ada.token, body, headers: { 'idempotency-key': key } });
    const told = (await send('figures-1')).json<Refused>();
    await floor.carryOut({
      type: 'StateMoney',
      acctId: Number(body['acct_id' as keyof typeof body]),
      asOf: '2026-01-06',
      cashBalance: 0n,
      netLiq: 0n,
    });
    const copies = [await send('figures-1'), await send('figures-2')];
    await house.app.close();
    house = await openHouse({ beside: first });
    copies.push(await house.knock('POST', '/orderactions', { as: ada.token, body }), await send('figures-1'));

    expect((await house.knock('GET', `/orders/${told.action.order?.id ?? 0}`, { as: ada.token })).json()).toEqual(
      told.action.order,
    );
    for (const copy of copies) {
      const { action, ...problem } = copy.json<Refused>();
      expect([figuresIn(problem), action]).toEqual([figuresIn(told), told.action]);
    }
  });

  it('agree with the journal, and a changed one does not', async () => {
    const { url } = house.database;
    expect(await verified(url)).toMatchObject({ isEqual: true, differences: [] });
    await query(
      url,
      `set session_replication_role = replica; update journal set refusal_figures = refusal_figures || '{"limit": "3"}' where seq = (select min(seq) from journal where refusal_figures ? 'limit')`,
    );

    expect(await verified(url)).toMatchObject({
      isEqual: false,
      differences: [{ table: 'journal', column: 'refusalFigures' }],
    });
  });
});
