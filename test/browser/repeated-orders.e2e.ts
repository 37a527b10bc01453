import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('orders one after another on GET /desk/:id', () => {
  let app: BrowserApp;
  let floor: Floor;
  let ada: Person;
  let bob: Person;
  let bobs = 0;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    [ada, bob] = [await people.ada(app.testApp), await people.bob(app.testApp)];
    await floor.account(ada);
    bobs = await floor.account(bob);
  }, 60_000);
  afterAll(() => app.close());

  const enter = async () => {
    const window = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await window.page.locator('#pulse[data-state="live"]').waitFor();
    return window;
  };
  const quote = (side: 'Buy' | 'Sell', quantity: number) =>
    floor.order(bob.token, floor.limit(bobs, { side, quantity, limit_price: side === 'Sell' ? 6700.25 : 6700 }));
  const says = (page: Page, words: string) => page.locator('[data-sent]', { hasText: words }).waitFor();
  const trade = async (page: Page, side: 'Buy' | 'Sell', quantity: number): Promise<void> => {
    await page.locator('#ticket .kinds').getByText('Market', { exact: true }).click();
    await page.getByLabel(side, { exact: true }).check();
    await page.getByLabel('Quantity', { exact: true }).fill(String(quantity));
    await page.locator('[data-send]').click();
    await says(page, `${side === 'Buy' ? 'bought' : 'sold'} ${quantity} FLOOR`);
  };
  const quantityOf = (page: Page) => page.locator('[aria-label^="Your positions"] tbody td:nth-child(2)').innerText();

  it('show the position at once after each of them', async () => {
    await quote('Sell', 20);
    await quote('Buy', 20);
    const { page, close } = await enter();
    // When the page says what came of an order, and when it asks for itself.
    await page.evaluate(() => {
      const times = { said: [] as number[], asked: [] as number[] };
      const { fetch } = globalThis;
      globalThis.fetch = (input, options) => {
        if (input === location.href) times.asked.push(performance.now());
        return fetch(input, options);
      };
      document.addEventListener('order-sent', () => times.said.push(performance.now()));
      Object.assign(globalThis, { times });
    });
    await trade(page, 'Buy', 3);
    await trade(page, 'Sell', 5);
    await trade(page, 'Buy', 6);
    await page.locator('[aria-label^="Your positions"] tbody td:nth-child(2)', { hasText: /^4$/ }).waitFor();
    const delays = await page.evaluate(() => {
      const { said, asked } = (globalThis as unknown as { times: { said: number[]; asked: number[] } }).times;
      return said.map((at) => Math.min(...asked.filter((time) => time >= at)) - at);
    });

    expect(delays).toHaveLength(3);
    expect(Math.max(...delays)).toBeLessThan(400);
    expect(await quantityOf(page)).toBe('4');
    await close();
  }, 60_000);

  it('are entered once more by a press, and sent by another', async () => {
    const { page, close } = await enter();
    await page.getByLabel('Sell', { exact: true }).check();
    await page.getByLabel('Quantity', { exact: true }).fill('2');
    await page.getByLabel('Limit price', { exact: true }).fill('6800');
    await page.locator('[data-send]').click();
    await says(page, 'is open');
    const first = /\d+/.exec(await page.locator('[data-sent]').innerText())?.[0];
    expect(await page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Same again' }).click();
    expect(await page.locator('[data-send]').innerText()).toBe('Sell 2 FLOOR at 6800');
    expect(await page.evaluate(() => document.activeElement?.matches('[data-send]'))).toBe(true);
    await page.keyboard.press('Enter');
    await page
      .locator('[data-sent]', { hasNotText: `Order ${first} ` })
      .filter({ hasText: 'is open' })
      .waitFor();
    expect(await floor.read(ada.token, '/orders?status=Open')).toHaveLength(2);
    await floor.act(ada.token, { action_type: 'MassCancellation', instrument_id: floor.instrumentId });
    await close();
  }, 60_000);

  it('are sent by the first press of a double click, whose answer stays', async () => {
    await quote('Sell', 20);
    const { page, close } = await enter();
    await page.locator('#ticket .kinds').getByText('Market', { exact: true }).click();
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity', { exact: true }).fill('1');
    await page.locator('[data-send]').click();
    await says(page, 'bought 1 FLOOR');
    await page.locator('[data-send]').click();
    await page.waitForTimeout(900);
    expect(await page.locator('[data-sent]').innerText()).toContain('bought 1 FLOOR');
    expect(await page.locator('.refused').innerText()).toBe('');
    await page.locator('[data-send]').click();
    await page.locator('#quantity-fault').waitFor();
    await close();
  }, 60_000);

  it('say no more what came of the last one once the position was closed', async () => {
    await quote('Sell', 20);
    await quote('Buy', 20);
    const { page, close } = await enter();
    await trade(page, 'Buy', 1);
    await page.locator('[aria-label^="Your positions"] tbody td:nth-child(2)', { hasText: /^6$/ }).waitFor();
    await page.clock.install();
    const answer = Promise.withResolvers<unknown>();
    await page.route('**/orders/ticket', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('[data-sent]').filter({ hasText: /^$/ }).waitFor({ state: 'attached', timeout: 3_000 });
    answer.resolve(null);
    await page.locator('#said', { hasText: 'sold' }).waitFor();
    expect(await page.locator('#said').innerText()).toContain('sold 6 FLOOR');
    await page.clock.fastForward(10_000);
    await page.locator('#said').filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
    await close();
  }, 60_000);
});
