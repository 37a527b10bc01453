import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { hasOpenStream } from '../support/listening-pages.js';
import { people, type Person } from '../support/people.js';
import { until } from '../support/postgres-service.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type Order = Readonly<{ side: string; quantity: number; filled_quantity: number; placed_by: number }>;

describe('an administrator at GET /desk/:id and GET /orders/new', () => {
  let app: BrowserApp;
  let floor: Floor;
  let ada: Person;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    ada = await people.ada(app.testApp);
    const bob = await people.bob(app.testApp);
    const bobs = await floor.account(bob);
    await floor.order(bob.token, floor.limit(bobs, { quantity: 100, side: 'Sell', limit_price: 6700 }));
    await floor.order(bob.token, floor.limit(bobs, { quantity: 100, side: 'Buy', limit_price: 6690 }));
  }, 60_000);
  afterAll(() => app.close());

  const listOrders = (acctId: number): Promise<Order[]> =>
    floor.read<Order[]>(ada.token, `/orders?acct_id=${acctId}&newest=true`);
  const readPosition = async (acctId: number): Promise<number> =>
    (await floor.read<{ quantity: number }[]>(ada.token, `/positions?acct_id=${acctId}`))[0]?.quantity ?? 0;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const choice = (page: Page) => page.getByLabel('Account to trade');
  const listOptions = (page: Page): Promise<[string, string[]][]> =>
    choice(page).evaluate((select) =>
      [...select.querySelectorAll('optgroup')].map((group): [string, string[]] => [
        group.label,
        [...group.querySelectorAll('option')].map(({ textContent }) => textContent),
      ]),
    );

  it('is not disturbed by the orders of others: a refusal stays, and nothing is loaded', async () => {
    const admin = await people.newUser(app.testApp, 'Admin');
    await floor.account(admin);
    const adas = await floor.account(ada);
    const { page, close } = await app.enter(admin, `/desk/${floor.instrumentId}`);
    await hasOpenStream(page);
    await page.getByText('Buy', { exact: true }).first().click();
    await page.getByLabel('Quantity').fill('abc');
    await page.getByLabel('Limit price').fill('6650');
    await page.locator('[data-send]').click();
    await page.locator('.refused .refusal').waitFor();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(`${request.method()} ${new URL(request.url()).pathname}`));
    for (let at = 0; at < 3; at++) {
      await floor.order(ada.token, floor.limit(adas, { quantity: 1, limit_price: 6600 }));
      await page.waitForTimeout(500);
    }
    expect(await page.locator('.refused .refusal').count()).toBe(1);
    expect(loaded.filter((one) => one === `GET /desk/${floor.instrumentId}`)).toEqual([]);
    await close();
  }, 60_000);

  it.each([
    ['of their account and alerts', true, ['alert', 'order.accepted']],
    ['alerts only, without an account', false, ['alert']],
  ])(
    'receives on the stream of the page events %s',
    async (_title, hasAccount, expected) => {
      const admin = await people.newUser(app.testApp, 'Admin');
      const own = hasAccount ? await floor.account(admin) : null;
      const adas = await floor.account(ada);
      const alert = { kind: 'Price', instrument_id: floor.instrumentId, direction: 'Above', price: 6700 };
      await floor.order(ada.token, floor.limit(adas, { side: 'Sell', quantity: 1, limit_price: 6690 }));
      expect((await app.testApp.request('POST', '/alerts', { as: admin.token, body: alert })).statusCode).toBe(201);
      const { page, close } = await app.enter(admin, `/desk/${floor.instrumentId}`);
      const session = await page.context().newCDPSession(page);
      const received: string[] = [];
      session.on('Network.eventSourceMessageReceived', ({ eventName }) => void received.push(eventName));
      await session.send('Network.enable');
      await page.reload();
      await hasOpenStream(page);
      await floor.order(ada.token, floor.limit(adas, { quantity: 1, limit_price: 6600 }));
      await floor.order(ada.token, floor.limit(adas, { quantity: 1, limit_price: 6700 }));
      await page.locator('#alert-messages .flash').waitFor();
      if (own !== null) await floor.order(admin.token, floor.limit(own, { quantity: 1, limit_price: 6600 }));
      // A stream that catches up has alerts before the events of that time; the own order is the last of all.
      await until(
        () => Promise.resolve(received),
        (types) => expected.every((type) => types.includes(type)),
        20_000,
      );
      expect(received.filter((type) => type !== 'heartbeat').sort()).toEqual(expected);
      await close();
    },
    60_000,
  );

  it('receives after an interruption what happened meanwhile on their account, and nothing of others', async () => {
    const admin = await people.newUser(app.testApp, 'Admin');
    const [own, adas] = [await floor.account(admin), await floor.account(ada)];
    const { page, close } = await app.enter(admin, `/desk/${floor.instrumentId}`);
    await hasOpenStream(page);
    await floor.order(admin.token, floor.limit(own, { quantity: 1, limit_price: 6600 }));
    await page.locator('#mine', { hasText: 'limit 6600.00' }).waitFor();
    const session = await page.context().newCDPSession(page);
    const received: { type: string; acctId?: number }[] = [];
    session.on('Network.eventSourceMessageReceived', ({ eventName: type, data }) => {
      if (type !== 'heartbeat') received.push({ type, acctId: (JSON.parse(data) as { acct_id: number }).acct_id });
    });
    await session.send('Network.enable');
    const { promise: isOver, resolve: end } = Promise.withResolvers<undefined>();
    await page.route('**/events*', async (route) => {
      await isOver;
      await route.continue();
    });
    const asked = page.waitForRequest('**/events*');
    await page.evaluate("dispatchEvent(new Event('online'))");
    expect(new URL((await asked).url()).search).toMatch(new RegExp(`^\\?last_event_id=[^&]+&acct_id=${own}$`));
    await floor.order(ada.token, floor.limit(adas, { quantity: 1, limit_price: 6600 }));
    await floor.order(admin.token, floor.limit(own, { quantity: 1, limit_price: 6601 }));
    end(undefined);
    await page.locator('#mine', { hasText: 'limit 6601.00' }).waitFor();
    expect(received).toEqual([{ type: 'order.accepted', acctId: own }]);
    await close();
  }, 60_000);

  it.each([true, false])(
    'without an account chooses whose account trades, and agrees to it: script %s',
    async (script) => {
      const admin = await people.newUser(app.testApp, 'Admin');
      const acctId = await floor.account(ada);
      const { page, close } = await app.enter(admin, `/desk/${floor.instrumentId}`, { script });
      expect(await page.locator('[data-send]').count()).toBe(0);
      expect(await page.locator('.quick a').count()).toBe(0);
      const [group, ...otherGroups] = await listOptions(page);
      expect(otherGroups).toEqual([]);
      expect(group?.[0]).toBe('Accounts of others');
      expect(group?.[1]).toContain(`${acctId} · A floor account — ${ada.email}`);

      await choice(page).selectOption(String(acctId));
      await button(page, 'Choose').click();
      await page.getByText(`You trade for ${ada.email}`).waitFor();
      expect(new URL(page.url()).searchParams.get('acct_id')).toBe(String(acctId));
      await page.getByRole('heading', { name: `Position of ${ada.email}` }).waitFor();
      await page.getByRole('link', { name: 'Buy market' }).filter({ visible: true }).first().click();
      await page.getByLabel('Quantity').fill('3');
      await page.locator('[data-send]').click();
      await page.locator('.fault', { hasText: `Tick this if the order is for ${ada.email}` }).waitFor();
      expect(await listOrders(acctId)).toEqual([]);

      await page.getByLabel(`The order is for ${ada.email}`).check();
      await page.locator('[data-send]').click();
      await (
        script
          ? page.locator('[data-sent]', { hasText: 'See the order' })
          : page.getByRole('heading', { name: 'Buy 3 FLOOR' })
      ).waitFor();
      expect(await listOrders(acctId)).toMatchObject([{ side: 'Buy', quantity: 3, filled_quantity: 3 }]);
      if (script) await page.locator('#mine td', { hasText: /^3$/ }).first().waitFor();
      await close();
    },
    60_000,
  );

  it.each([true, false])(
    'sees the position and the orders of the chosen account and closes only what they agree to: script %s',
    async (script) => {
      const admin = await people.newUser(app.testApp, 'Admin');
      const [acctId, own] = [await floor.account(ada), await floor.account(admin)];
      await floor.order(ada.token, floor.limit(acctId, { quantity: 4, limit_price: 6700 }));
      await floor.order(ada.token, floor.limit(acctId, { quantity: 2, limit_price: 6600 }));
      const { page, close } = await app.enter(admin, `/desk/${floor.instrumentId}?acct_id=${acctId}`, { script });
      const mine = page.locator('#mine');
      await mine.getByText('A floor account').waitFor();
      await mine.getByText('limit 6600.00').waitFor();
      expect(await page.locator('form[data-ticket] [name="acct_id"]').inputValue()).toBe(String(acctId));

      await button(page, 'Close').click();
      await page.getByText(`You trade for ${ada.email}`).waitFor();
      await page.locator('.fault', { hasText: `Tick this if the order is for ${ada.email}` }).waitFor();
      expect(await readPosition(acctId)).toBe(4);
      await page.getByLabel(`The order is for ${ada.email}`).check();
      await page.locator('[data-send]').click();
      await page.getByRole('heading', { name: 'Sell 4 FLOOR' }).waitFor();
      expect(await readPosition(acctId)).toBe(0);

      await page.goto(`${app.home}/desk/${floor.instrumentId}?acct_id=${acctId}`);
      await page.getByRole('link', { name: 'Choose another account' }).click();
      await page.getByRole('heading', { name: 'Position', exact: true }).waitFor();
      expect(await page.locator('#mine').getByText('limit 6600.00').count()).toBe(0);
      expect(await page.locator('form[data-ticket] [name="acct_id"]').inputValue()).toBe(String(own));
      await close();
    },
    60_000,
  );

  it('closes nothing when the position of the chosen account has changed since the page was made', async () => {
    const admin = await people.newUser(app.testApp, 'Admin');
    const acctId = await floor.account(ada);
    await floor.order(ada.token, floor.limit(acctId, { quantity: 4, limit_price: 6700 }));
    const { page, close } = await app.enter(admin, `/desk/${floor.instrumentId}?acct_id=${acctId}`, { script: false });
    await button(page, 'Close').click();
    await page.getByLabel(`The order is for ${ada.email}`).check();
    await floor.order(ada.token, floor.limit(acctId, { quantity: 1, limit_price: 6700 }));
    await page.locator('[data-send]').click();
    await page.getByRole('heading', { name: 'No order was placed' }).waitFor();
    expect(await readPosition(acctId)).toBe(5);
    await close();
  }, 60_000);

  it('trades their own account without a question, and finds it first in the list', async () => {
    const admin = await people.newUser(app.testApp, 'Admin');
    const acctId = await floor.account(ada);
    const own = await floor.account(admin);
    const { page, close } = await app.enter(admin, `/orders/new?instrument_id=${floor.instrumentId}`);
    expect(await page.locator('form[data-ticket] [name="acct_id"]').inputValue()).toBe(String(own));
    await page.getByText('Trade in another account').click();
    const groups = await listOptions(page);
    expect(groups.map(([label]) => label)).toEqual(['Your accounts', 'Accounts of others']);
    expect(groups[0]?.[1]).toEqual([`${own} · A floor account`]);
    expect(groups[1]?.[1]).toContain(`${acctId} · A floor account — ${ada.email}`);
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity').fill('1');
    await page.getByLabel('Limit price').fill('6600');
    await page.locator('[data-send]').click();
    await page.getByRole('heading', { name: 'Buy 1 FLOOR' }).waitFor();
    expect(await floor.read<Order[]>(admin.token, `/orders?acct_id=${own}`)).toMatchObject([{ quantity: 1 }]);
    await close();
  }, 60_000);
});
