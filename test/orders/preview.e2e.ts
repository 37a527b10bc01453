import { chanceOf } from '../engine/random-lines.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { query } from '../support/postgres-service.js';
import { people, type Person } from '../support/people.js';
import { alwaysOpen } from '../support/reference-data.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { venue } from '../support/venue.js';
import { seed } from '../support/seed.js';
import { volume } from '../support/volume.js';

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

const ACTIONS = volume({ daily: 150, ci: 150, long: 500 });

const ORDER = ['status', 'state', 'quantity', 'filled_quantity', 'leaves_quantity', 'average_price', 'cancel_reason'];
const PROBLEM_FIELDS = [
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
  'order_id',
  'reference',
];
const pick = (names: readonly string[], from: Fields | null | undefined): Fields | null =>
  from ? Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) : null;

describe('POST /orderactions/preview', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let bob: Person;
  let instruments: readonly number[];
  beforeAll(async () => {
    testApp = await openTestApp({ env: { RATE_LIMIT_USER: '100000', RATE_LIMIT_KEY: '100000' } });
    fixture = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    const productId = await fixture.data.product(
      await fixture.data.group({ ...alwaysOpen, symbol: 'BAND', price_band: 5 }),
      { symbol: 'BAND' },
    );
    instruments = [fixture.instrumentId, await fixture.data.instrument(productId, { symbol: 'BAND' })];
  });
  afterAll(() => testApp.close());

  const preview = async <Kind = Preview>(as: string, body: Fields, headers = {}): Promise<Kind> => {
    const response = await testApp.request('POST', '/orderactions/preview', { as, body, headers });
    expect([response.statusCode, response.body]).toEqual([200, response.body]);
    return response.json<Kind>();
  };
  /** Everything that an action could change: the whole state, and how many rows there are. */
  const readState = async () => [
    await venue(testApp).hash(),
    ...(await query(
      testApp.database.url,
      'select (select count(*) from journal) journal, (select count(*) from orders) orders, (select count(*) from audit_entries) audit, (select count(*) from idempotent_answers where commands is not null) keyed',
    )),
  ];
  const openRichAccount = (owner: Person, limits: Parameters<Floor['account']>[1] = {}): Promise<number> =>
    fixture.account(owner, { buyingPowerPercent: 100, ...limits });
  const fund = (acctId: number, amount: bigint) =>
    fixture.execute({ type: 'StateMoney', acctId, asOf: '2026-01-05', cashBalance: amount, netLiq: amount });

  it('returns requirements and result of an order and changes nothing', async () => {
    const [account, other] = [await openRichAccount(ada), await openRichAccount(bob)];
    for (const acctId of [account, other]) await fund(acctId, 4_000_000_000n);
    await fixture.order(bob.token, fixture.limit(other, { side: 'Sell', limit_price: 6600, quantity: 3 }));
    await fixture.order(bob.token, fixture.limit(other, { side: 'Sell', limit_price: 6600.5, quantity: 1 }));
    const before = await readState();
    const body = fixture.limit(account, { limit_price: 6601, quantity: 5, client_order_id: 'previewed' });
    const previewResult = await preview(ada.token, body);

    expect(previewResult).toEqual({
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
        instrument_id: fixture.instrumentId,
        quantity_before: 0,
        quantity_after: 4,
        worst_case_before: 0,
        worst_case_after: 5,
      },
    });
    expect(await readState()).toEqual(before);
    const real = (await fixture.act(ada.token, body)).json<Real>();
    expect(pick(ORDER, real.order)).toEqual(pick(ORDER, previewResult.order));
    expect(await preview(ada.token, body)).toMatchObject({
      status: 'Accepted',
      replayed: true,
      order: pick(ORDER, real.order),
      margin: { used_before: 92_500, used_after: 92_500 },
    });
  });

  it('evaluates a list of actions one after another', async () => {
    const account = await fixture.account(ada, { maxPosition: 6 });
    const order = fixture.limit(account, { limit_price: 1, quantity: 4, client_order_id: 'first' });
    const before = await readState();
    const previewResult = await preview<Preview[]>(ada.token, {
      actions: [
        order,
        order,
        { ...order, quantity: 3 },
        { ...order, client_order_id: 'second' },
        { action_type: 'OrderCancellation', acct_id: account, client_order_id: 'first' },
        { ...order, client_order_id: 'third' },
        { action_type: 'MassCancellation', acct_id: account },
      ],
    });

    expect(previewResult.map(({ status, replayed, problem }) => [status, replayed, problem?.['code'] ?? null])).toEqual(
      [
        ['Accepted', false, null],
        ['Accepted', true, null],
        ['Refused', false, 'client_order_id_conflict'],
        ['Refused', false, 'position_limit'],
        ['Accepted', false, null],
        ['Accepted', false, null],
        ['Accepted', false, null],
      ],
    );
    expect(previewResult[2]?.problem).not.toHaveProperty('order_id');
    expect(previewResult[3]).toMatchObject({
      problem: { status: 422, limit: 6, would_be: 8 },
      order: { status: 'Rejected' },
      notional: null,
    });
    expect(previewResult[6]).toMatchObject({ orders_meant: 1, order: null, position: null });
    expect(await readState()).toEqual(before);
  });

  it('hides accounts and orders that the caller may not view', async () => {
    const foreign = await fixture.account(bob, { buyingPowerPercent: 100 });
    const { id } = await fixture.order(bob.token, fixture.limit(await fixture.account(bob), { limit_price: 1 }));
    const nothing = { order: null, margin: null, position: null, currency: null };
    const [another, missing] = await Promise.all(
      [foreign, 2_000_000_000].map((account) => preview(ada.token, fixture.limit(account))),
    );

    expect(another).toEqual(missing);
    expect(another).toMatchObject({ status: 'Refused', problem: { code: 'unknown_account' }, ...nothing });
    expect(await preview(ada.token, { action_type: 'OrderModification', order_id: id, quantity: 7 })).toMatchObject({
      status: 'Refused',
      problem: { code: 'unknown_order', status: 404 },
      ...nothing,
    });
  });

  it('refuses an invalid action like POST /orderactions, and stores nothing under an Idempotency-Key', async () => {
    const send = (path: string, body: Fields) => testApp.request('POST', path, { as: ada.token, body });
    for (const body of [
      {},
      { ...fixture.limit(1), limit_price: 'low' },
      { actions: [] },
      { ...fixture.limit(1), colour: 'red' },
    ]) {
      const [real, previewed] = [await send('/orderactions', body), await send('/orderactions/preview', body)];
      expect([previewed.statusCode, previewed.json<Fields>()['errors']]).toEqual([400, real.json<Fields>()['errors']]);
    }
    const account = await fixture.account(ada);
    const before = await readState();
    await preview(ada.token, fixture.limit(account, { limit_price: 1 }), { 'idempotency-key': 'preview-1' });
    expect(await readState()).toEqual(before);
  });

  /** Random actions of every kind, of two people on two accounts each, near the limits of some of them. */
  async function randomActions() {
    const random = chanceOf(seed);
    const accounts = [
      [ada, await openRichAccount(ada, { maxPosition: 12, maxWorkingOrders: 6 })],
      [ada, await fixture.account(ada, { maxOrderQuantity: 8, maxProductContracts: 30 })],
      [bob, await openRichAccount(bob)],
      [bob, await fixture.account(bob)],
    ] as const;
    for (const [, acctId] of accounts) await fund(acctId, 10_000_000_000n);
    const pickOne = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;
    const price = (): number => 6680 + random(160) / 4 + (random(15) === 0 ? 0.1 : 0);
    const orders: number[] = [];
    const names = (): Fields => (random(4) === 0 ? { client_order_id: `r${random(60)}` } : {});
    const submission = (acct_id: number): Fields => {
      const terms = {
        acct_id,
        instrument_id: pickOne(instruments),
        side: pickOne(['Buy', 'Sell']),
        quantity: 1 + random(10),
        ...names(),
      };
      const life = pickOne(['Day', 'GTC', 'IOC', 'FOK', 'GTC']);
      const roll = random(10);
      if (roll === 0) return { action_type: 'MarketOrderSub', ...terms, time_in_force: pickOne(['IOC', 'FOK']) };
      if (roll === 1)
        return { action_type: 'StopOrderSub', ...terms, stop_price: price(), time_in_force: pickOne(['Day', 'GTC']) };
      if (roll === 2)
        return {
          action_type: 'StopLimitOrderSub',
          ...terms,
          stop_price: price(),
          limit_price: price(),
          time_in_force: pickOne(['Day', 'GTC']),
        };
      return {
        action_type: 'LimitOrderSub',
        ...terms,
        limit_price: price(),
        time_in_force: life,
        ...(['Day', 'GTC'].includes(life) && random(5) === 0 && { post_only: true }),
      };
    };
    const next = (): readonly [Person, number, Fields] => {
      const [person, acctId] = pickOne(accounts);
      const roll = random(20);
      const order_id = orders[orders.length - 1 - random(Math.min(orders.length, 12))] ?? 1;
      if (roll < 3)
        return [
          person,
          acctId,
          {
            action_type: 'OrderModification',
            order_id,
            ...pickOne([
              { quantity: 1 + random(12) },
              { limit_price: price() },
              { quantity: 1 + random(12), expected_version: 1 },
            ]),
          },
        ];
      if (roll < 5) return [person, acctId, { action_type: 'OrderCancellation', order_id }];
      if (random(40) === 0)
        return [
          person,
          acctId,
          {
            action_type: 'MassCancellation',
            acct_id: acctId,
            ...pickOne([{}, { side: 'Buy' }, { instrument_id: pickOne(instruments) }]),
          },
        ];
      return [person, acctId, submission(acctId)];
    };
    return { next, made: (id: unknown) => typeof id === 'number' && orders.push(id) };
  }

  /** What an action was answered with, as a preview says it. */
  const toPreviewFields = (response: Awaited<ReturnType<Floor['act']>>): Fields => {
    const real = response.json<Real>();
    const { order, fills = [] } = real.action ?? real;
    const problem = real.code === undefined ? null : pick(PROBLEM_FIELDS, real);
    return {
      status: problem === null ? 'Accepted' : 'Refused',
      replayed: response.headers['idempotent-replayed'] === 'true',
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
  const readMargin = async (as: string, acctId: number): Promise<Fields> => {
    const { margin_used: used, buying_power: power } = await fixture.read<Fields>(as, `/accounts/${acctId}`);
    return { used, power };
  };

  it(`agrees with the action itself for ${ACTIONS} random actions, seed ${seed}`, async () => {
    const actions = await randomActions();
    const seenResults = new Set<string>();
    for (let n = 0; n < ACTIONS; n++) {
      const [person, acctId, body] = actions.next();
      const previewResult = await preview(person.token, body);
      const real = toPreviewFields(await fixture.act(person.token, body));

      expect({ n, body, ...previewed(previewResult) }).toEqual({ n, body, ...real });
      if ('acct_id' in body && previewResult.margin !== null)
        expect({
          n,
          body,
          used: previewResult.margin.used_after,
          power: previewResult.margin.buying_power_after,
        }).toEqual({ n, body, ...(await readMargin(person.token, acctId)) });
      actions.made(
        (await fixture.read<Fields[]>(person.token, `/orders?acct_id=${acctId}&newest=true&per_page=1`))[0]?.['id'],
      );
      seenResults.add(`${String(body['action_type'])} ${previewResult.status}`);
    }
    const kinds = [
      'LimitOrderSub',
      'MarketOrderSub',
      'OrderCancellation',
      'OrderModification',
      'StopLimitOrderSub',
      'StopOrderSub',
    ];
    expect([...seenResults].sort()).toEqual(
      [...kinds.flatMap((type) => [`${type} Accepted`, `${type} Refused`]), 'MassCancellation Accepted'].sort(),
    );
  }, 240_000);
});
