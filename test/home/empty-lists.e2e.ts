import { type TestApp, openTestApp } from '../support/test-app.js';
import { openBrowserClient } from '../support/browser-client.js';
import { people, type Person } from '../support/people.js';
import { tradingFloor } from '../support/trading-floor.js';

describe('pages without orders and positions', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp({ env: { SANDBOX_LIQUIDITY: 'off' } });
  });
  afterAll(() => testApp.close());

  const read = async (person: Person, path: string): Promise<string> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return (await browser.get(path)).body;
  };

  it('lead customers to their first order', async () => {
    const ada = await people.ada(testApp);
    await (await tradingFloor(testApp)).account(ada);

    expect(await read(ada, '/desk')).toContain('Place your first order');
    expect(await read(ada, '/orders')).toContain('<a href="/orders/new">place an order</a> at once');
  });

  it.each([
    ['without an account', false, 'You have no trading account'],
    ['with an account', true, 'You have no orders or positions of your own'],
  ])('lead administrators %s to the accounts of other users', async (_, hasAccount, heading) => {
    const admin = await people.newUser(testApp, 'Admin');
    if (hasAccount) await (await tradingFloor(testApp)).account(admin);
    const [overview, orders] = [await read(admin, '/desk'), await read(admin, '/orders')];

    expect(overview).toContain(`<h2 id="first">${heading}</h2>`);
    expect(overview).toContain('You administer other users’ accounts');
    expect(overview).not.toContain('first order');
    expect(orders).toContain('Orders in the accounts of all users appear here.');
    expect(orders).not.toContain('place an order');
  });
});
