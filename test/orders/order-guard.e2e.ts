import { people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('GET /orders/:id/history with an invalid query', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let bob: Person;
  let orderId: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    orderId = (await fixture.order(ada.token, fixture.limit(await fixture.account(ada)))).id;
  });
  afterAll(() => testApp.close());

  const get = (as: string, id: number | string) => testApp.request('GET', `/orders/${id}/history?size=x`, { as });

  it('gives the same 404 for the order of another user and for a missing one', async () => {
    const [foreign, missing] = [await get(bob.token, orderId), await get(bob.token, 2_000_000_000)];

    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
    // The answer repeats the path and the id of its own request; everything else is the same.
    const toBytes = (body: string, id: number) =>
      body.replace(`/orders/${id}/`, '/orders/:id/').replace(/"request_id":"[^"]*"/, '');
    expect(toBytes(foreign.body, orderId)).toBe(toBytes(missing.body, 2_000_000_000));
  });

  it('gives 400 to the owner, and to everybody for a malformed id', async () => {
    expect((await get(ada.token, orderId)).statusCode).toBe(400);
    expect((await get(bob.token, 'x')).statusCode).toBe(400);
  });
});
