import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('the list of orders', () => {
  let app: BrowserApp;
  let floor: Floor;
  let [ada, admin] = [{} as Person, {} as Person];
  let [first, second] = [0, 0];
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    [ada, admin] = [await people.ada(app.testApp), await people.admin(app.testApp)];
    const { data } = floor;
    const productId = await data.product(await data.group(), { symbol: 'NG', name: 'Henry Hub natural gas' });
    const instrument_id = await data.instrument(productId, { symbol: 'NGF27', settlement_price: 6700 });
    [first, second] = [await floor.account(ada), await floor.account(ada)];
    await floor.order(ada.token, floor.limit(first, { instrument_id, quantity: 5 }));
    const stop = { action_type: 'StopLimitOrderSub', instrument_id, stop_price: 6720, limit_price: 6725 };
    await floor.order(ada.token, floor.limit(second, stop));
  }, 60_000);
  afterAll(() => app.close());

  const listCut = (page: Page): Promise<string[]> =>
    page
      .locator('.blotter td[title]:has(small), .blotter td.acct, .blotter td.type, .blotter td small, .blotter .badge')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
      );

  it.each(['a customer', 'an administrator'])(
    'shows symbol and name of instruments whole at 1280 pixels: %s',
    async (who) => {
      const { page, close } = await app.enter(who === 'a customer' ? ada : admin, '/orders');
      await page.locator('.blotter small', { hasText: 'Henry Hub natural gas' }).first().waitFor();
      const rows = page.locator('.blotter tbody tr');
      expect([await rows.count(), await listCut(page)]).toEqual([2, []]);
      expect(await rows.locator('td[title] > a').evaluateAll((links) => links.map((link) => link.textContent))).toEqual(
        ['NGF27', 'NGF27'],
      );
      // The list does not scroll sideways, and its rows are as high as those of one line.
      expect(await page.locator('.blotter').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
      expect((await rows.first().boundingBox())?.height).toBeLessThanOrEqual(37);
      if (who === 'an administrator')
        expect(await page.locator('.blotter .acct').allTextContents()).toEqual(
          [second, first].map((id): unknown => expect.stringMatching(new RegExp(`^${id} .+ ${ada.email}$`))),
        );
      await close();
    },
    60_000,
  );

  it('fits a sheet of paper on its long side, without what is pressed', async () => {
    const { page, close } = await app.enter(admin, '/orders');
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1047, height: 733 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1047);
    expect(await page.locator('.blotter').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    expect(await page.locator('main :is(button, .button, summary)').filter({ visible: true }).count()).toBe(0);
    const color = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    expect(await color('.blotter td a')).toBe(await color('.blotter td.n'));
    await page.emulateMedia({ media: null });
    await close();
  }, 60_000);
});
