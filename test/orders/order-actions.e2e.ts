import { eventLog } from '../support/event-log.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('POST /orderactions', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let bob: Person;
  let acct: number;
  let bobs: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    [acct, bobs] = [await fixture.account(ada), await fixture.account(bob)];
  });
  afterAll(() => testApp.close());

  it('returns a limit order as GET /orders returns it', async () => {
    const response = await fixture.act(
      ada.token,
      fixture.limit(acct, { client_order_id: 'first', limit_price: '6700.25', tag: 'hedge', post_only: true }),
    );
    const { order, ...action } = response.json();

    expect(response.statusCode).toBe(201);
    expect(action).toEqual({
      id: expect.any(Number),
      action_type: 'LimitOrderSub',
      received_at: expect.stringMatching(/^\d{4}-.*Z$/),
      status: 'Accepted',
      fills: [],
    });
    expect(order).toEqual({
      id: expect.any(Number),
      acct_id: acct,
      user_id: ada.id,
      placed_by: ada.id,
      instrument_id: fixture.instrumentId,
      symbol: 'FLOOR',
      client_order_id: 'first',
      tag: 'hedge',
      order_type: 'Limit',
      side: 'Buy',
      time_in_force: 'GTC',
      post_only: true,
      expire_date: null,
      limit_price: 6700.25,
      stop_price: null,
      quantity: 5,
      filled_quantity: 0,
      leaves_quantity: 5,
      average_price: null,
      status: 'Open',
      state: 'New',
      reject_code: null,
      cancel_reason: null,
      version: 1,
      revision: 1,
      session_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      created_at: action.received_at,
      updated_at: action.received_at,
      triggered_at: null,
    });
    expect(await fixture.read(ada.token, `/orders/${order.id}`)).toEqual(order);
    expect(await fixture.read(ada.token, '/orders?status=Open&client_order_id=first')).toEqual([order]);
    const [event] = await eventLog(testApp).read({ types: ['order.accepted'] });
    expect(JSON.parse(event?.text ?? '')).toEqual({ ...order, fill_id: null });
  });

  it('returns a fill with the trades of the action', async () => {
    await fixture.order(bob.token, fixture.limit(bobs, { side: 'Sell', limit_price: 6710, quantity: 2 }));
    await fixture.order(bob.token, fixture.limit(bobs, { side: 'Sell', limit_price: 6710.5, quantity: 2 }));
    const response = await fixture.act(ada.token, {
      action_type: 'MarketOrderSub',
      acct_id: acct,
      instrument_id: fixture.instrumentId,
      side: 'Buy',
      quantity: 3,
    });
    const { order, fills } = response.json();

    expect(order).toMatchObject({
      tag: null,
      order_type: 'Market',
      time_in_force: 'IOC',
      post_only: false,
      status: 'Filled',
      filled_quantity: 3,
      leaves_quantity: 0,
      average_price: 6710.166667,
    });
    expect(fills).toMatchObject([
      {
        order_id: order.id,
        acct_id: acct,
        side: 'Buy',
        price: 6710,
        quantity: 2,
        liquidity: 'Removed',
        instrument_id: fixture.instrumentId,
      },
      { order_id: order.id, acct_id: acct, side: 'Buy', price: 6710.5, quantity: 1, liquidity: 'Removed' },
    ]);
    expect(fills.map(({ id, trade_id: trade }: Record<string, number>) => id === 2 * (trade ?? 0))).toEqual([
      true,
      true,
    ]);
    expect(await fixture.read(ada.token, `/fills?order_id=${order.id}`)).toEqual(fills);
  });
});
