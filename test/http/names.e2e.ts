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
    const pages = [`/orders?acct_id=${acctId}`, `/positions?acct_id=${acctId}`, `/fills?acct_id=${acctId}`, `/events?acct_id=${acctId}`, `/accounts/${acctId}`, `/orders/new?acct_id=${acctId}&instrument_id=${floor.instrumentId}`];

    expect((await hers.get(`/accounts/${acctId}`)).body).toContain('A floor account');
    for (const page of pages) expect([page, (await his.get(page)).body.includes('A floor account')]).toEqual([page, false]);
    const refused = await his.post('/orderactions', { form_token: formToken, action_type: 'MarketOrderSub', acct_id: String(acctId), instrument_id: String(floor.instrumentId), side: 'Buy', quantity: '1' });
    expect([refused.statusCode, refused.body.includes('A floor account')]).toEqual([422, false]);
  });
});
