import { chanceOf } from '../engine/random-lines.js';
import { type House, openHouse } from '../support/house.js';
import { query } from '../support/own-postgres.js';
import { people, type Person } from '../support/people.js';
import { aroundTheClock } from '../support/reference-data.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { venue } from '../support/venue.js';

type Fields = Readonly<Record<string, unknown>>;
type Margin = Readonly<
  Record<'required' | `${'used' | 'available' | 'buying_power'}_${'before' | 'after'}`, number | null>
>;
type Preview = Fields &
  Readonly<{
    status: string;
    replayed: boolean;
    problem: Fields | null;
    order: Fields | null;
    fills: readonly Fields[];
    margin: Margin | null;
    position: Fields | null;
  }>;
type Real = Fields &
  Readonly<{
    code?: string;
    status: unknown;
    order?: Fields | null;
    fills?: readonly Fields[];
    action?: Readonly<{ order: Fields | null; fills: readonly Fields[] }>;
    order_ids?: readonly number[];
  }>;

/** Another seed finds other things: KONTOR_SEED=7 npm test -- test/orders/preview. */
const seed = Number(process.env['KONTOR_SEED'] ?? 20261122);
const ACTIONS = 500;

const ORDER = ['status', 'state', 'quantity', 'filled_quantity', 'leaves_quantity', 'average_price', 'cancel_reason'];
const FIGURES = [
  'status',
  'code',
  'detail',
  'title',
  'type',
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
const pick = (names: readonly string[], from: Fields | null | undefined): Fields | null =>
  from ? Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) : null;

describe('POST /orderactions/preview', () => {
  let house: House;
  let floor: Floor;
  let ada: Person;
  let bob: Person;
  let instruments: readonly number[];
  beforeAll(async () => {
    house = await openHouse({ env: { RATE_LIMIT_USER: '100000', RATE_LIMIT_KEY: '100000' } });
    floor = await tradingFloor(house);
    [ada, bob] = [await people.ada(house), await people.bob(house)];
    const productId = await floor.data.product(
      await floor.data.group({ ...aroundTheClock, symbol: 'BAND', price_band: 5 }),
      { symbol: 'BAND' },
    );
    instruments = [floor.instrumentId, await floor.data.instrument(productId, { symbol: 'BAND' })];
  });
  afterAll(() => house.close());

  const preview = async <Kind = Preview>(as: string, body: Fields, headers = {}): Promise<Kind> => {
    const answer = await house.knock('POST', '/orderactions/preview', { as, body, headers });
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
    return answer.json<Kind>();
  };
  /** Everything that an action could change: the whole state, and how many rows there are. */
  const everything = async () => [
    await venue(house).hash(),
    ...(await query(
      house.database.url,
      'select (select count(*) from journal) journal, (select count(*) from orders) orders, (select count(*) from audit_entries) audit, (select count(*) from idempotent_answers where commands is not null) keyed',
    )),
  ];
  const rich = (owner: Person, limits: Parameters<Floor['account']>[1] = {}): Promise<number> =>
    floor.account(owner, { buyingPowerPercent: 100, ...limits });
  const fund = (acctId: number, amount: bigint) =>
    floor.carryOut({ type: 'StateMoney', acctId, asOf: '2026-01-05', cashBalance: amount, netLiq: amount });

  it('says what an order would need and do, and changes nothing', async () => {
    const [account, other] = [await rich(ada), await rich(bob)];
    for (const acctId of [account, other]) await fund(acctId, 4_000_000_000n);
    await floor.order(bob.token, floor.limit(other, { side: 'Sell', limit_price: 6600, quantity: 3 }));
    await floor.order(bob.token, floor.limit(other, { side: 'Sell', limit_price: 6600.5, quantity: 1 }));
    const before = await everything();
    const body = floor.limit(account, { limit_price: 6601, quantity: 5, client_order_id: 'previewed' });
    const told = await preview(ada.token, body);

    expect(told).toEqual({
      action_type: 'LimitOrderSub',
      status: 'Accepted',
      replayed: false,
      problem: null,
      order: {
        status: 'Open',
        state: 'PartiallyFilled',
        quantity: 5,
        filled_quantity: 4,
        leaves_quantity: 1,
        average_price: 6600.125,
        cancel_reason: null,
        triggered: false,
      },
      fills: [
        { price: 6600, quantity: 3, liquidity: 'Removed' },
        { price: 6600.5, quantity: 1, liquidity: 'Removed' },
      ],
      takes_liquidity: true,
      taken_quantity: 4,
      taken_average_price: 6600.125,
      currency: 'USD',
      notional: 1_650_075,
      margin: {
        required: 92_500,
        used_before: 0,
        used_after: 92_500,
        available_before: 400_000,
        available_after: expect.any(Number),
        buying_power_before: 400_000,
        buying_power_after: expect.any(Number),
      },
      position: {
        instrument_id: floor.instrumentId,
        quantity_before: 0,
        quantity_after: 4,
        worst_case_before: 0,
        worst_case_after: 5,
      },
    });
    expect(await everything()).toEqual(before);
    const real = (await floor.act(ada.token, body)).json<Real>();
    expect(pick(ORDER, real.order)).toEqual(pick(ORDER, told.order));
    expect(await preview(ada.token, body)).toMatchObject({
      status: 'Accepted',
      replayed: true,
      order: pick(ORDER, real.order),
      margin: { used_before: 92_500, used_after: 92_500 },
    });
  });

  it('looks at the actions of a list one after another', async () => {
    const account = await floor.account(ada, { maxPosition: 6 });
    const order = floor.limit(account, { limit_price: 1, quantity: 4, client_order_id: 'first' });
    const before = await everything();
    const told = await preview<Preview[]>(ada.token, {
      actions: [
        order,
        order,
        { ...order, client_order_id: 'second' },
        { action_type: 'OrderCancellation', acct_id: account, client_order_id: 'first' },
        { ...order, client_order_id: 'third' },
        { action_type: 'MassCancellation', acct_id: account },
      ],
    });

    expect(told.map(({ status, replayed, problem }) => [status, replayed, problem?.['code'] ?? null])).toEqual([
      ['Accepted', false, null],
      ['Accepted', true, null],
      ['Refused', false, 'position_limit'],
      ['Accepted', false, null],
      ['Accepted', false, null],
      ['Accepted', false, null],
    ]);
    expect(told[2]).toMatchObject({
      problem: { status: 422, limit: 6, would_be: 8 },
      order: { status: 'Rejected' },
      notional: null,
    });
    expect(told[5]).toMatchObject({ orders_meant: 1, order: null, position: null });
    expect(await everything()).toEqual(before);
  });

  it('knows no more accounts and orders than its caller', async () => {
    const foreign = await floor.account(bob, { buyingPowerPercent: 100 });
    const { id } = await floor.order(bob.token, floor.limit(await floor.account(bob), { limit_price: 1 }));
    const nothing = { order: null, margin: null, position: null, currency: null };
    const [another, missing] = await Promise.all(
      [foreign, 2_000_000_000].map((account) => preview(ada.token, floor.limit(account))),
    );

    expect(another).toEqual(missing);
    expect(another).toMatchObject({ status: 'Refused', problem: { code: 'unknown_account' }, ...nothing });
    expect(await preview(ada.token, { action_type: 'OrderModification', order_id: id, quantity: 7 })).toMatchObject({
      status: 'Refused',
      problem: { code: 'unknown_order', status: 404 },
      ...nothing,
    });
  });

  it('refuses what is no order action like POST /orderactions, and keeps nothing under an Idempotency-Key', async () => {
    const send = (path: string, body: Fields) => house.knock('POST', path, { as: ada.token, body });
    for (const body of [
      {},
      { ...floor.limit(1), limit_price: 'low' },
      { actions: [] },
      { ...floor.limit(1), colour: 'red' },
    ]) {
      const [real, previewed] = [await send('/orderactions', body), await send('/orderactions/preview', body)];
      expect([previewed.statusCode, previewed.json<Fields>()['errors']]).toEqual([400, real.json<Fields>()['errors']]);
    }
    const account = await floor.account(ada);
    const before = await everything();
    await preview(ada.token, floor.limit(account, { limit_price: 1 }), { 'idempotency-key': 'preview-1' });
    expect(await everything()).toEqual(before);
  });

  /** Random actions of every kind, of two people on two accounts each, near the limits of some of them. */
  async function randomActions() {
    const chance = chanceOf(seed);
    const accounts = [
      [ada, await rich(ada, { maxPosition: 12, maxWorkingOrders: 6 })],
      [ada, await floor.account(ada, { maxOrderQuantity: 8, maxProductContracts: 30 })],
      [bob, await rich(bob)],
      [bob, await floor.account(bob)],
    ] as const;
    for (const [, acctId] of accounts) await fund(acctId, 10_000_000_000n);
    const one = <Value>(values: readonly Value[]): Value => values[chance(values.length)] as Value;
    const price = (): number => 6680 + chance(160) / 4 + (chance(15) === 0 ? 0.1 : 0);
    const orders: number[] = [];
    const names = (): Fields => (chance(4) === 0 ? { client_order_id: `r${chance(60)}` } : {});
    const submission = (acct_id: number): Fields => {
      const terms = {
        acct_id,
        instrument_id: one(instruments),
        side: one(['Buy', 'Sell']),
        quantity: 1 + chance(10),
        ...names(),
      };
      const life = one(['Day', 'GTC', 'IOC', 'FOK', 'GTC']);
      const roll = chance(10);
      if (roll === 0) return { action_type: 'MarketOrderSub', ...terms, time_in_force: one(['IOC', 'FOK']) };
      if (roll === 1)
        return { action_type: 'StopOrderSub', ...terms, stop_price: price(), time_in_force: one(['Day', 'GTC']) };
      if (roll === 2)
        return {
          action_type: 'StopLimitOrderSub',
          ...terms,
          stop_price: price(),
          limit_price: price(),
          time_in_force: one(['Day', 'GTC']),
        };
      return {
        action_type: 'LimitOrderSub',
        ...terms,
        limit_price: price(),
        time_in_force: life,
        ...(['Day', 'GTC'].includes(life) && chance(5) === 0 && { post_only: true }),
      };
    };
    const next = (): readonly [Person, number, Fields] => {
      const [person, acctId] = one(accounts);
      const roll = chance(20);
      const order_id = orders[orders.length - 1 - chance(Math.min(orders.length, 12))] ?? 1;
      if (roll < 3)
        return [
          person,
          acctId,
          {
            action_type: 'OrderModification',
            order_id,
            ...one([
              { quantity: 1 + chance(12) },
              { limit_price: price() },
              { quantity: 1 + chance(12), expected_version: 1 },
            ]),
          },
        ];
      if (roll < 5) return [person, acctId, { action_type: 'OrderCancellation', order_id }];
      if (chance(40) === 0)
        return [
          person,
          acctId,
          {
            action_type: 'MassCancellation',
            acct_id: acctId,
            ...one([{}, { side: 'Buy' }, { instrument_id: one(instruments) }]),
          },
        ];
      return [person, acctId, submission(acctId)];
    };
    return { next, made: (id: unknown) => typeof id === 'number' && orders.push(id) };
  }

  /** What an action was answered with, as a preview says it. */
  const realised = (answer: Awaited<ReturnType<Floor['act']>>): Fields => {
    const real = answer.json<Real>();
    const { order, fills = [] } = real.action ?? real;
    const problem = real.code === undefined ? null : pick(FIGURES, real);
    return {
      status: problem === null ? 'Accepted' : 'Refused',
      replayed: answer.headers['idempotent-replayed'] === 'true',
      problem,
      order: pick(ORDER, order),
      fills: fills.map((fill) => pick(['price', 'quantity', 'liquidity'], fill)),
      ...(real.order_ids && { orders_meant: real.order_ids.length }),
    };
  };
  const previewed = ({ status, replayed, problem, order, fills, ...others }: Preview): Fields => ({
    status,
    replayed,
    problem,
    order: pick(ORDER, order),
    fills,
    ...pick(['orders_meant'], others),
  });
  const inUse = async (as: string, acctId: number): Promise<Fields> => {
    const { margin_used: used, buying_power: power } = await floor.read<Fields>(as, `/accounts/${acctId}`);
    return { used, power };
  };

  it(`agrees with what the action itself does, ${ACTIONS} random ones of every kind, seed ${seed}`, async () => {
    const actions = await randomActions();
    const met = new Set<string>();
    for (let n = 0; n < ACTIONS; n++) {
      const [person, acctId, body] = actions.next();
      const told = await preview(person.token, body);
      const real = realised(await floor.act(person.token, body));

      expect({ n, body, ...previewed(told) }).toEqual({ n, body, ...real });
      if ('acct_id' in body && told.margin !== null)
        expect({ n, body, used: told.margin.used_after, power: told.margin.buying_power_after }).toEqual({
          n,
          body,
          ...(await inUse(person.token, acctId)),
        });
      actions.made(
        (await floor.read<Fields[]>(person.token, `/orders?acct_id=${acctId}&newest=true&per_page=1`))[0]?.['id'],
      );
      met.add(`${String(body['action_type'])} ${told.status}`);
    }
    const kinds = [
      'LimitOrderSub',
      'MarketOrderSub',
      'OrderCancellation',
      'OrderModification',
      'StopLimitOrderSub',
      'StopOrderSub',
    ];
    expect([...met].sort()).toEqual(
      [...kinds.flatMap((type) => [`${type} Accepted`, `${type} Refused`]), 'MassCancellation Accepted'].sort(),
    );
  }, 240_000);
});
