import { type House, openHouse } from '../support/house.js';
import { people } from '../support/people.js';
import { tradingFloor } from '../support/trading-floor.js';
import { visitor } from '../support/visitor.js';

describe('names on pages', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  it('are told of accounts to whom they are shown, and to nobody who guesses their numbers', async () => {
    const floor = await tradingFloor(house);
    const [ada, bob] = [await people.ada(house), await people.bob(house)];
    const acctId = await floor.account(ada);
    await floor.order(ada.token, floor.limit(acctId, { limit_price: 10 }));
    const [hers, his] = [visitor(house), visitor(house)];
    await hers.signIn(ada);
    await his.signIn(bob);
    const formToken = /name="form_token" value="([^"]+)"/.exec((await his.get('/orders')).body)?.[1] ?? '';
    const pages = [
      `/orders?acct_id=${acctId}`,
      `/positions?acct_id=${acctId}`,
      `/fills?acct_id=${acctId}`,
      `/events?acct_id=${acctId}`,
      `/accounts/${acctId}`,
      `/orders/new?acct_id=${acctId}&instrument_id=${floor.instrumentId}`,
    ];

    expect((await hers.get(`/accounts/${acctId}`)).body).toContain('A floor account');
    for (const page of pages)
      expect([page, (await his.get(page)).body.includes('A floor account')]).toEqual([page, false]);
    const refused = await his.post('/orderactions', {
      form_token: formToken,
      action_type: 'MarketOrderSub',
      acct_id: String(acctId),
      instrument_id: String(floor.instrumentId),
      side: 'Buy',
      quantity: '1',
    });
    expect([refused.statusCode, refused.body.includes('A floor account')]).toEqual([422, false]);
  });

  it('tell prices with as many decimals as their instrument has, and programs what was sent', async () => {
    const floor = await tradingFloor(house);
    const [ada, bob] = [await people.ada(house), await people.bob(house)];
    const [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
    const { id } = await floor.order(ada.token, floor.limit(adas, { limit_price: 6600.5, quantity: 3 }));
    await floor.act(ada.token, { action_type: 'OrderModification', order_id: id, limit_price: 6601.5 });
    await floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity: 2, limit_price: 6601.5 }));
    await floor.act(
      bob.token,
      floor.limit(bobs, { side: 'Sell', quantity: 1, limit_price: 6603.5, client_order_id: 'sold' }),
    );
    const stated = {
      acct_id: adas,
      as_of: '2026-01-30',
      position: [{ instrument_id: floor.instrumentId, quantity: 2, price: 6601.5 }],
    };
    const { id: list } = (await house.knock('POST', '/refpositions', { as: floor.admin.token, body: stated })).json<{
      id: number;
    }>();
    const hers = visitor(house);
    await hers.signIn(ada);
    const tells = [
      `/orders/${id}`,
      `/orders/${id}/history`,
      `/orders/${id}/modification`,
      `/orders?acct_id=${adas}`,
      `/fills?acct_id=${adas}`,
      `/orderactions?order_id=${id}`,
      `/positions?acct_id=${adas}`,
      `/events?acct_id=${adas}`,
      `/trades?instrument_id=${floor.instrumentId}`,
      `/bars?instrument_id=${floor.instrumentId}&interval=1d`,
      `/refpositions/${list}`,
      '/desk',
    ];

    for (const page of tells) {
      const { body } = await hers.get(page);
      expect([page, body.match(/\b660[013][.]5(?!\d)/g), body.includes('6601.50')]).toEqual([page, null, true]);
    }
    expect((await hers.get(`/orders/${id}/history`)).body).toContain('6600.50');
    expect((await house.knock('GET', `/orders/${id}`, { as: ada.token })).body).toContain('"limit_price":6601.5,');
    const cancelled = await hers.press(await hers.get(`/orders/${id}`), '/orderactions');
    expect((await hers.follow(cancelled)).body).toContain('2 FLOOR were bought at 6601.50 before');
  });
});
