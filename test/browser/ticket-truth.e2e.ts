import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('what an order ticket says and enters by itself', () => {
  let app: BrowserApp;
  let floor: Floor;
  let ada: Person;
  let acctId: number;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    ada = await people.ada(app.testApp);
    acctId = await floor.account(ada, { maxWorkingOrders: 2 });
  }, 60_000);
  afterAll(() => app.close());

  const enter = async (script = true) => {
    const window = await app.enter(ada, `/desk/${floor.instrumentId}`, { script });
    if (script) await window.page.locator('#pulse[data-state="live"]').waitFor();
    return window;
  };
  const fill = async (page: Page, price: string): Promise<void> => {
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity', { exact: true }).fill('1');
    await page.getByLabel('Limit price', { exact: true }).fill(price);
  };
  const order = (who: Person, id: number, side: 'Buy' | 'Sell', limit_price: number) =>
    floor.order(who.token, floor.limit(id, { side, quantity: 1, limit_price }));

  it('drops a refusal that Cancel all has made untrue, and says what would become of the order now', async () => {
    for (const price of [6500, 6499]) await order(ada, acctId, 'Buy', price);
    const { page, close } = await enter();
    await fill(page, '6501');
    await page.locator('[data-send]').click();
    await page.locator('.refused .refusal').waitFor();
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await page.locator('[data-preview] .info').waitFor();
    expect(await page.locator('.refused').innerText()).toBe('');
    expect(await page.locator('[data-send]').innerText()).toBe('Buy 1 FLOOR at 6501');
    await close();
  }, 60_000);

  it('drops a refusal of entries that are gone once another order has succeeded', async () => {
    for (const price of [6500, 6499]) await order(ada, acctId, 'Buy', price);
    const { page, close } = await enter();
    await fill(page, '6501');
    await page.locator('[data-send]').click();
    await page.locator('.refused .refusal').waitFor();
    await page.getByLabel('Quantity', { exact: true }).fill('');
    expect(await page.locator('.refused').innerText()).not.toBe('');
    await floor.act(ada.token, { action_type: 'MassCancellation', acct_id: acctId });
    await page.locator('.refused .refusal').waitFor({ state: 'detached' });
    await close();
  }, 60_000);

  it('asks again for a preview when the market moves, although five answers in turn were lost', async () => {
    const { page, close } = await enter();
    let [asked, isLost] = [0, true];
    await page.route('**/orders/ticket/preview', (route) => {
      asked += 1;
      return isLost ? route.abort() : route.continue();
    });
    await page.clock.install();
    await fill(page, '6480');
    for (let one = 1; one <= 5; one += 1) {
      const lost = page.waitForEvent('requestfailed', { predicate: (sent) => sent.url().endsWith('/preview') });
      await page.clock.runFor(2_000);
      await lost;
    }
    await page.clock.runFor(10_000);
    expect([asked, await page.locator('[data-preview]').innerText()]).toEqual([5, '']);

    isLost = false;
    await order(ada, acctId, 'Buy', 6470);
    await page.locator('#quote [data-q="Buy.price"]', { hasText: '6470.00' }).waitFor();
    await page.clock.runFor(4_000);
    await page.locator('[data-preview] .info').waitFor({ timeout: 10_000 });
    await floor.act(ada.token, { action_type: 'MassCancellation', acct_id: acctId });
    await close();
  }, 60_000);

  it.each([true, false])(
    'names a missing side in the ticket, not in a bubble of the browser; with a script: %s',
    async (script) => {
      const { page, close } = await enter(script);
      await page.getByLabel('Quantity', { exact: true }).fill('1');
      await page.getByLabel('Limit price', { exact: true }).fill('6501');
      await page.locator('[data-send]').click();
      await page.locator('.side .fault', { hasText: 'Choose' }).waitFor();
      if (script) expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('side');
      await close();
    },
    60_000,
  );

  it('chooses the side of an order that would wait at the price of the ladder that was pressed, where none is chosen', async () => {
    await floor.act(ada.token, { action_type: 'MassCancellation', acct_id: acctId });
    const bob = await people.bob(app.testApp);
    const bobs = await floor.account(bob);
    await order(bob, bobs, 'Buy', 6700);
    await order(bob, bobs, 'Sell', 6700.5);
    const { page, close } = await enter();
    const press = (price: string) => page.locator('#ladder').getByRole('link', { name: price }).click();
    const readSide = () =>
      page
        .locator('#ticket')
        .evaluate((ticket) => ticket.querySelector<HTMLInputElement>('[name="side"]:checked')?.value);
    await page.locator('#ladder .bid').first().waitFor();
    await press('6700.25');
    expect(await readSide()).toBeUndefined();
    await press('6699.75');
    expect(await readSide()).toBe('Buy');
    await press('6701.00');
    expect(await readSide()).toBe('Buy');
    await page.reload();
    await page.locator('#pulse[data-state="live"]').waitFor();
    await page.locator('[data-type="StopOrderSub"]').click();
    await press('6701.00');
    expect(await readSide()).toBe('Buy');
    await close();
  }, 60_000);
});
