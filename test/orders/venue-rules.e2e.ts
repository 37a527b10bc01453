import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { alwaysOpen, referenceData } from '../support/reference-data.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type Fields = Readonly<Record<string, unknown>>;
type ActionResponse = Readonly<{
  status: number;
  code: string;
  order: Readonly<Record<string, unknown> & { id: number }>;
  fills: readonly Readonly<{ price: number; quantity: number }>[];
}>;

describe('POST /orderactions on a group with a price band of 5 %', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let bob: Person;
  let [adas, adasOther, bobs] = [0, 0, 0];
  let createInstrument: (symbol: string) => Promise<number>;
  let groupId = 0;
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    [adas, adasOther, bobs] = [await fixture.account(ada), await fixture.account(ada), await fixture.account(bob)];
    const data = referenceData(testApp, fixture.admin.token);
    // Nothing is said of the scope of self-trade prevention.
    groupId = await data.group({ ...alwaysOpen, self_trade_scope: undefined, symbol: 'BANDED', price_band: 5 });
    const productId = await data.product(groupId, { symbol: 'BANDED', max_order_quantity: 1000 });
    createInstrument = async (symbol) => data.instrument(productId, { symbol, settlement_price: 100 });
  });
  afterAll(() => testApp.close());

  const act = async (by: Person, body: Fields): Promise<ActionResponse> => {
    const response = await fixture.act(by.token, body);
    return { ...response.json<Omit<ActionResponse, 'status'>>(), status: response.statusCode };
  };
  const limit = (
    acctId: number,
    instrument: number,
    side: string,
    [quantity, price]: readonly [number, number],
  ): Fields => ({
    ...{
      action_type: 'LimitOrderSub',
      acct_id: acctId,
      instrument_id: instrument,
      side,
      time_in_force: 'Day',
      quantity,
      limit_price: price,
    },
  });

  it('fills a market order up to the band and cancels the rest with cancel_reason price_out_of_band', async () => {
    const instrument = await createInstrument('BAND1');
    for (const price of [104, 105, 106]) await act(bob, limit(bobs, instrument, 'Sell', [1, price]));

    const { status, order, fills } = await act(ada, {
      action_type: 'MarketOrderSub',
      acct_id: adas,
      instrument_id: instrument,
      side: 'Buy',
      quantity: 3,
    });

    expect([status, fills.map(({ price }) => price)]).toEqual([201, [104, 105]]);
    expect(order).toMatchObject({
      status: 'Cancelled',
      cancel_reason: 'price_out_of_band',
      filled_quantity: 2,
      leaves_quantity: 0,
    });
    expect(await fixture.read(ada.token, `/orders/${order.id}`)).toMatchObject({ cancel_reason: 'price_out_of_band' });
    expect(
      (await testApp.request('GET', `/orders/${order.id}`, { as: ada.token, accept: 'text/html' })).body,
    ).toContain('beyond the price band');
  });

  it('fills an elected stop up to the band', async () => {
    const instrument = await createInstrument('BAND2');
    const stop = await act(ada, {
      action_type: 'StopOrderSub',
      acct_id: adas,
      instrument_id: instrument,
      side: 'Buy',
      time_in_force: 'Day',
      quantity: 2,
      stop_price: 101,
    });
    for (const price of [101, 107]) await act(bob, limit(bobs, instrument, 'Sell', [1, price]));
    await act(ada, limit(adas, instrument, 'Buy', [1, 101]));

    expect(await fixture.read(ada.token, `/orders/${stop.order.id}`)).toMatchObject({
      status: 'Cancelled',
      cancel_reason: 'price_out_of_band',
      filled_quantity: 0,
    });
  });

  it('refuses a post-only modification that would take with 422 post_only_would_take, and leaves the order as it was', async () => {
    const instrument = await createInstrument('BAND3');
    await act(bob, limit(bobs, instrument, 'Sell', [1, 101]));
    const { order } = await act(ada, { ...limit(adas, instrument, 'Buy', [2, 99]), post_only: true });

    const rejected = await act(ada, { action_type: 'OrderModification', order_id: order.id, limit_price: 101 });

    expect([rejected.status, rejected.code]).toEqual([422, 'post_only_would_take']);
    expect(await fixture.read(ada.token, `/orders/${order.id}`)).toEqual(order);
    expect(
      (await act(ada, { action_type: 'OrderModification', order_id: order.id, limit_price: 100 })).order,
    ).toMatchObject({ status: 'Open', limit_price: 100, version: 2 });
  });

  it('counts modifications in version, and not fills', async () => {
    const instrument = await createInstrument('BAND4');
    const { order } = await act(ada, limit(adas, instrument, 'Buy', [5, 100]));
    await act(bob, limit(bobs, instrument, 'Sell', [2, 100]));
    const filled = await fixture.read<ActionResponse['order']>(ada.token, `/orders/${order.id}`);

    const changed = await act(ada, {
      action_type: 'OrderModification',
      order_id: order.id,
      quantity: 4,
      expected_version: 1,
    });
    const stale = await act(ada, {
      action_type: 'OrderModification',
      order_id: order.id,
      quantity: 3,
      expected_version: 1,
    });

    expect(filled).toMatchObject({ filled_quantity: 2, version: 1, revision: 2 });
    expect([changed.order['version'], stale.status, stale.code]).toEqual([2, 409, 'version_conflict']);
    expect(await fixture.read(ada.token, `/orders/${order.id}/history`)).toMatchObject([
      { revision: 1, version: 1 },
      { revision: 2, version: 1, type: 'OrderTraded' },
      { revision: 3, version: 2, type: 'OrderModified' },
    ]);
  });

  it('prevents trades between all accounts of one owner, unless self_trade_scope is account', async () => {
    const instrument = await createInstrument('BAND5');
    const buy = async () => (await act(ada, limit(adasOther, instrument, 'Buy', [1, 100]))).order;
    await act(ada, limit(adas, instrument, 'Sell', [1, 100]));

    expect(await fixture.read(ada.token, `/productgroups/${groupId}`)).toMatchObject({ self_trade_scope: 'owner' });
    expect(await buy()).toMatchObject({ status: 'Cancelled', cancel_reason: 'self_trade', filled_quantity: 0 });
    const changed = await testApp.request('PUT', `/productgroups/${groupId}`, {
      as: fixture.admin.token,
      body: { self_trade_scope: 'account', expected_version: 1 },
    });
    expect([changed.statusCode, changed.json()]).toMatchObject([200, { self_trade_scope: 'account' }]);
    expect(await buy()).toMatchObject({ status: 'Filled' });
  });
});
