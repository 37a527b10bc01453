import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('a refused order ticket', () => {
  let app: BrowserApp;
  let floor: Floor;
  let ada = {} as Person;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    ada = await people.ada(app.testApp);
    const acctId = await floor.account(ada, { buyingPowerPercent: 100 });
    const money = 12_345_678_901_234n;
    await floor.execute({ type: 'StateMoney', acctId, asOf: '2026-01-02', cashBalance: money, netLiq: money });
  }, 60_000);
  afterAll(() => app.close());

  const refuse = async (page: Page): Promise<void> => {
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity', { exact: true }).fill('999999');
    await page.getByLabel('Limit price', { exact: true }).fill('6700');
    await page.locator('[data-send]').click();
    await page.locator('#quantity-fault').waitFor();
  };
  /** Where the lower edge of an element is in a page that is not scrolled. */
  const findBottom = (page: Page, selector: string): Promise<number> =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom + window.scrollY);

  it.each([{ script: true }, { script: false }])(
    'has its buttons in sight at 1280 × 800 below the longest reason, which comes first: %j',
    async ({ script }) => {
      const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`, { script });
      await refuse(page);

      expect(await page.locator('.refused').innerText()).toMatch(
        /^Order \d+ was rejected: The margin .* It requires [\d,.]{14,} USD; [\d,.]{10,} is available: .* is in use\. Nothing was bought\. See order \d+\s+Send a smaller order/,
      );
      for (const button of ['[data-send]', '[data-previews]'])
        expect(await findBottom(page, button)).toBeLessThanOrEqual(800);
      const quantity = page.getByLabel('Quantity', { exact: true });
      expect(await quantity.getAttribute('aria-describedby')).toBe('quantity-fault');
      expect(await quantity.getAttribute('aria-invalid')).toBe('true');
      await close();
    },
    60_000,
  );

  it('says of a price between two ticks, before it is sent, which are nearest', async () => {
    const { page, complaints, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity', { exact: true }).fill('1');
    await page.getByLabel('Limit price', { exact: true }).fill('6767.3');
    await page.locator('[data-preview] .refusal').waitFor();
    expect(await page.locator('[data-preview]').innerText()).toMatch(
      /^It would be rejected: .* The price tick is 0\.25; the nearest are 6767\.25 and 6767\.50\.$/,
    );
    await page.getByLabel('Limit price', { exact: true }).fill('6767.25');
    await page.locator('[data-preview] .info').waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('moves no button, and gives way to the preview of another order', async () => {
    const { page, complaints, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    const before = await findBottom(page, '[data-send]');
    await refuse(page);
    expect(Math.abs((await findBottom(page, '[data-send]')) - before)).toBeLessThan(32);
    await page.getByLabel('Quantity', { exact: true }).fill('1');
    await page.locator('[data-preview] .info').waitFor();
    expect([
      await page.locator('.refused').innerText(),
      await page.getByLabel('Quantity', { exact: true }).getAttribute('aria-invalid'),
    ]).toEqual(['', null]);
    expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
    await close();
  }, 60_000);
});
