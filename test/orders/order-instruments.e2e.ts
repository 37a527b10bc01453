import { openBrowserClient } from '../support/browser-client.js';
import { people } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { tradingFloor } from '../support/trading-floor.js';

describe('GET /orders/new without an instrument', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  it('has bid, offer and last trade beside each instrument to choose from', async () => {
    const floor = await tradingFloor(testApp);
    const ada = await people.ada(testApp);
    const adas = await floor.account(ada);
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    const pricedId = await floor.data.instrument(floor.productId, { symbol: 'PRICED' });
    const bob = await people.bob(testApp);
    const bobs = await floor.account(bob);
    const readRow = async (): Promise<string[]> => {
      const { body } = await browser.get('/orders/new');
      const row = body.split('<tr>').find((one) => one.includes(`instrument_id=${pricedId}"`)) ?? '';
      return [...row.matchAll(/<td class="n" data-label="(Bid|Offer|Last)">([^<]*)</g)].map(
        ([, name = '', price = '']) => `${name} ${price}`,
      );
    };
    const order = (side: string, price: number, [person, id] = [bob, bobs] as const) =>
      floor.order(person.token, floor.limit(id, { instrument_id: pricedId, side, limit_price: price, quantity: 1 }));
    expect(await readRow()).toEqual(['Bid ', 'Offer ', 'Last ']);
    await order('Sell', 6700);
    await order('Buy', 6700, [ada, adas]);
    await order('Buy', 6698.5);
    await order('Sell', 6701);
    expect(await readRow()).toEqual(['Bid 6698.50', 'Offer 6701.00', 'Last 6700.00']);
  });
});
