import fc from 'fast-check';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

/** How many volleys; raise it for an afternoon's search. Of each, two requests come twice. */
const VOLLEYS = 120;
const AT_ONCE = 8;

type Fields = Record<string, unknown>;

describe('whatever order actions are sent', () => {
  let testApp: TestApp;
  let market: Floor;
  let ada: Person;
  let accounts: readonly number[];
  beforeAll(async () => {
    testApp = await openTestApp({ env: { RATE_LIMIT_USER: '100000', RATE_LIMIT_KEY: '100000' } });
    market = await tradingFloor(testApp);
    ada = await people.ada(testApp);
    accounts = [await market.account(ada), await market.account(ada), await market.account(await people.bob(testApp))];
  });
  afterAll(() => testApp.close());

  const mostlyPresent = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });
  const price = fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 26_000, max: 27_000 }).map((ticks) => ticks / 4) },
    fc.constantFrom<unknown>(0, -1, 0.1, '6700.25', '1e5', 1e21, 'NaN', null, 0.1 + 0.2, 999_999_999_999_999),
  );
  const quantity = fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 20 }) },
    fc.constantFrom<unknown>(0, -5, 1.5, 1e9, 1e9 + 1, 2 ** 31, '3', null),
  );
  const name = fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 600 }).map((n) => `name-${n}`) },
    fc.string({ unit: 'binary', maxLength: 70 }),
  );
  const timeInForce = fc.constantFrom<unknown>('Day', 'GTC', 'GTC', 'GTD', 'IOC', 'FOK', 'day');
  const acct = () => fc.constantFrom(...accounts.map(Number), 2_000_000_000);
  const instrument = () =>
    fc.oneof(
      { weight: 9, arbitrary: fc.constant<unknown>(market.instrumentId) },
      fc.constantFrom<unknown>(2_000_000_000, -1, 'x'),
    );
  const submission = () =>
    fc.record({
      action_type: fc.constantFrom(
        'LimitOrderSub',
        'LimitOrderSub',
        'LimitOrderSub',
        'MarketOrderSub',
        'StopOrderSub',
        'StopLimitOrderSub',
        'Other',
      ),
      acct_id: acct(),
      instrument_id: instrument(),
      side: fc.constantFrom('Buy', 'Sell'),
      quantity,
      time_in_force: mostlyPresent(timeInForce).map((word) => word ?? 'GTC'),
      limit_price: price,
      stop_price: fc.option(price, { nil: undefined, freq: 1 }),
      post_only: fc.option(fc.constantFrom<unknown>(true, false, 'yes'), { nil: undefined, freq: 1 }),
      expire_date: fc.option(fc.constantFrom('2099-01-31', '2020-01-31', '2026-02-30'), { nil: undefined, freq: 1 }),
      client_order_id: mostlyPresent(name),
      tag: mostlyPresent(name),
    });
  /** A field that the type does not take would spoil nearly every submission. */
  const fitToType = (body: Fields): Fields => {
    const {
      limit_price: limit,
      stop_price: stop,
      post_only: postOnly,
      expire_date: date,
      time_in_force: tif,
      ...rest
    } = body;
    const gtd = tif === 'GTD' ? { expire_date: date } : {};
    if (body['action_type'] === 'MarketOrderSub') return { ...rest, time_in_force: 'IOC' };
    if (body['action_type'] === 'StopOrderSub')
      return { ...rest, ...gtd, time_in_force: tif, stop_price: stop ?? limit };
    if (body['action_type'] === 'StopLimitOrderSub')
      return { ...rest, ...gtd, time_in_force: tif, stop_price: stop ?? limit, limit_price: limit };
    return { ...rest, ...gtd, time_in_force: tif, limit_price: limit, post_only: postOnly };
  };
  const orderAddress = () =>
    fc.oneof(
      fc.integer({ min: 1, max: 400 }).map((id) => ({ order_id: id })),
      fc.record({ acct_id: acct(), client_order_id: name }),
      fc.constant({}),
    );
  const change = () =>
    fc
      .tuple(
        orderAddress(),
        fc.record({
          quantity: mostlyPresent(quantity),
          limit_price: mostlyPresent(price),
          time_in_force: fc.option(timeInForce, { nil: undefined, freq: 1 }),
          expected_version: fc.option(fc.nat(3), { nil: undefined, freq: 1 }),
        }),
      )
      .map(([address, terms]) => ({ action_type: 'OrderModification', ...address, ...terms }));
  const cancel = () => orderAddress().map((address) => ({ action_type: 'OrderCancellation', ...address }));
  const massCancellation = () =>
    fc.record({
      action_type: fc.constant('MassCancellation'),
      acct_id: mostlyPresent(acct()),
      side: mostlyPresent(fc.constantFrom('Buy', 'Sell', 'Both')),
    });
  const action = () =>
    fc.oneof(
      { weight: 6, arbitrary: submission().map(fitToType) },
      { weight: 1, arbitrary: submission() },
      { weight: 2, arbitrary: change() },
      { weight: 2, arbitrary: cancel() },
      { weight: 1, arbitrary: massCancellation() },
    );
  const body = () =>
    fc.oneof(
      { weight: 8, arbitrary: action() },
      { weight: 2, arbitrary: fc.array(action(), { maxLength: 6 }).map((actions): Fields => ({ actions })) },
      fc.object().map((any): Fields => any),
    );

  const countActions = async (): Promise<number> => {
    const [{ count }] = await testApp.orm.em
      .fork()
      .execute<[{ count: string }]>('select count(*) from journal where action_id is not null');
    return Number(count);
  };

  it(`they are answered as described, never with a 500, and kept one by one or not at all, in ${VOLLEYS * (AT_ONCE + 2)} requests`, async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(body(), { minLength: AT_ONCE, maxLength: AT_ONCE }), async (volley) => {
        const before = await countActions();
        const sent = [...volley, ...volley.slice(0, 2)];
        const responses = await Promise.all(sent.map((one) => market.act(ada.token, one)));
        let actions = 0;
        responses.forEach(({ statusCode, body: text, headers }, at) => {
          statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
          if (![200, 201, 400, 404, 409, 422].includes(statusCode))
            throw new Error(`${JSON.stringify(sent[at])} was answered ${statusCode}: ${text}`);
          const results =
            statusCode === 201 && text.startsWith('[') ? (JSON.parse(text) as { replayed?: true }[]) : [{}];
          if (statusCode !== 400 && headers['idempotent-replayed'] === undefined)
            actions += results.filter(({ replayed }) => replayed !== true).length;
        });
        expect((await countActions()) - before).toBe(actions);
      }),
      { numRuns: VOLLEYS, endOnFailure: true, includeErrorInReport: true },
    );
    expect([200, 201, 400, 404, 409, 422].filter((status) => !statuses.has(status))).toEqual([]);
    expect((statuses.get(201) ?? 0) / (VOLLEYS * (AT_ONCE + 2))).toBeGreaterThan(0.1);
    const [{ crossed: isCrossed }] = await testApp.orm.em
      .fork()
      .execute<[{ crossed: boolean }]>(
        `select coalesce(max(limit_price) filter (where side = 'Buy') >= min(limit_price) filter (where side = 'Sell'), false) as crossed from orders where status = 'Open' and state <> 'PendingTrigger' and acct_id = any(?)`,
        [`{${accounts.join(',')}}`],
      );
    expect(isCrossed).toBe(false);
  }, 300_000);
});
