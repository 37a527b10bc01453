import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('a ticket of the desk that is sent again, because no answer came', () => {
  let app: BrowserApp;
  let floor: Floor;
  let [ada, bob] = [{} as Person, {} as Person];
  let [adas, bobs] = [0, 0];
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    [ada, bob] = [await people.ada(app.testApp), await people.bob(app.testApp)];
    [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
  }, 60_000);
  afterAll(() => app.close());

  const COPY = /^You already sent this ticket\. It is order \d+; no second order was placed\./;
  const sent = (page: Page) => page.locator('[data-sent]');
  const countOrders = async (): Promise<number> =>
    (await floor.read<unknown[]>(ada.token, `/orders?acct_id=${adas}&per_page=1000`)).length;

  /** The first answer is lost; `meanwhile` happens after the second one is given, before the browser goes where it leads. */
  const sendTwice = async (page: Page, price: string, meanwhile: () => Promise<unknown> = () => Promise.resolve()) => {
    await page.locator('#pulse[data-state="live"]').waitFor();
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity', { exact: true }).fill('2');
    await page.getByLabel('Limit price', { exact: true }).fill(price);
    let arrivals = 0;
    await page.route('**/orders/ticket', async (route) => {
      arrivals += 1;
      const answer = await route.fetch({ maxRedirects: 0 });
      if (arrivals === 1) return route.abort('connectionreset');
      if (arrivals > 2) return route.fulfill({ response: answer });
      await meanwhile();
      return route.fulfill({ status: 303, headers: { location: answer.headers()['location'] ?? '' } });
    });
    await page.locator('[data-send]').click();
    await sent(page).filter({ hasText: 'It is not known whether it was sent' }).waitFor();
    await page.locator('[data-send]').click();
    await sent(page).filter({ hasText: 'See the order' }).waitFor();
  };

  it('says that there is one order when a part of the page is asked for before the answer arrives', async () => {
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await sendTwice(page, '6600', async () => {
      const asked = page.waitForRequest((one) => one.url() === page.url() && one.method() === 'GET');
      await floor.act(ada.token, floor.limit(adas, { quantity: 1, limit_price: 6500 }));
      await (await (await asked).response())?.finished();
    });

    expect(await sent(page).innerText()).toMatch(COPY);
    await close();
  }, 60_000);

  it('is empty afterwards, and sends nothing by one more press', async () => {
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await sendTwice(page, '6601');
    const before = await countOrders();
    expect([
      await page.getByLabel('Quantity', { exact: true }).inputValue(),
      await page.getByLabel('Limit price', { exact: true }).inputValue(),
    ]).toEqual(['', '']);
    // The second press of a double click would say nothing.
    await page.waitForTimeout(900);
    await page.locator('[data-send]').click();
    await page.locator('.refused, .fault').filter({ hasText: /\S/ }).first().waitFor();
    expect(await countOrders()).toBe(before);
    await close();
  }, 60_000);

  it('still says that there is one order when that order has changed', async () => {
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await sendTwice(page, '6602');
    await sent(page).filter({ hasText: 'buys 2 FLOOR at 6602.00' }).waitFor();
    await floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity: 1, limit_price: 6602 }));
    await sent(page).filter({ hasNotText: 'buys 2' }).waitFor();

    expect(await sent(page).innerText()).toMatch(COPY);
    expect(await sent(page).getByRole('link', { name: 'Order again' }).count()).toBe(1);
    await close();
  }, 60_000);
});
