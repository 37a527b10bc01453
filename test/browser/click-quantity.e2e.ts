import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('the quantity of a click in the ladder', () => {
  let app: BrowserApp;
  let floor: Floor;
  let ada: Person;
  let adas = 0;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    ada = await people.ada(app.testApp);
    adas = await floor.account(ada);
    await floor.act(ada.token, floor.limit(adas, { quantity: 5, limit_price: 6690 }));
  }, 60_000);
  afterAll(() => app.close());

  const enter = async () => {
    const window = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await window.page.locator('#pulse[data-state="live"]').waitFor();
    return window;
  };
  const choice = (page: Page, quantity: string) =>
    page.getByRole('group', { name: 'Size of a click' }).getByRole('button', { name: quantity, exact: true });
  const clickBid = (page: Page, price: string) =>
    page.locator('#ladder tbody tr', { hasText: price }).locator('td').nth(1).click();
  const quick = (page: Page, side: 'Buy' | 'Sell') =>
    page.getByRole('link', { name: `${side} market`, exact: true }).filter({ visible: true });
  const quantity = (page: Page): Promise<string> => page.getByLabel('Quantity', { exact: true }).inputValue();
  const countOrders = async (): Promise<number> =>
    (await floor.read<unknown[]>(ada.token, `/orders?acct_id=${adas}&per_page=1000`)).length;

  it('needs no typing for the next order, and one more press of Enter sends nothing', async () => {
    const { page, complaints, close } = await enter();
    await choice(page, '5').click();
    const before = await countOrders();
    for (const [index, price] of ['6689.50', '6689.00'].entries()) {
      await clickBid(page, price);
      expect(await page.locator('[data-send]').innerText()).toBe(`Buy 5 FLOOR at ${price}`);
      await page.keyboard.press('Enter');
      await page.locator('[data-sent]', { hasText: `buys 5 FLOOR at ${price}` }).waitFor();
      await page.keyboard.press('Enter');
      expect([await quantity(page), await countOrders()]).toEqual(['', before + index + 1]);
    }
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('is kept for the product, replaces what a click entered, and leaves what was typed', async () => {
    const first = await enter();
    await choice(first.page, '10').click();
    await first.page.reload();
    const { page } = first;
    await page.locator('#pulse[data-state="live"]').waitFor();
    expect(await choice(page, '10').getAttribute('aria-pressed')).toBe('true');
    await page.locator('#ladder a', { hasText: '6689.50' }).click();
    expect(await quantity(page)).toBe('10');
    await choice(page, '1').click();
    await clickBid(page, '6689.00');
    expect(await quantity(page)).toBe('1');
    await page.getByLabel('Quantity', { exact: true }).fill('7');
    await clickBid(page, '6688.50');
    expect(await quantity(page)).toBe('7');
    await first.close();
  }, 60_000);

  it('is one lot until another is chosen, and again once that is released; what a click entered, typing replaces', async () => {
    const { page, complaints, close } = await enter();
    const listPressed = (): Promise<string[]> =>
      page.getByRole('group', { name: 'Size of a click' }).locator('[aria-pressed="true"]').allInnerTexts();
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.locator('#pulse[data-state="live"]').waitFor();
    expect(await listPressed()).toEqual(['1']);
    await clickBid(page, '6689.00');
    expect(await page.locator('[data-send]').innerText()).toBe('Buy 1 FLOOR at 6689.00');
    await page.keyboard.type('3');
    expect(await page.locator('[data-send]').innerText()).toBe('Buy 3 FLOOR at 6689.00');
    await page.getByLabel('Quantity', { exact: true }).fill('');
    await page.locator('#ladder a', { hasText: '6688.50' }).click();
    expect(await quantity(page)).toBe('1');
    await choice(page, '5').click();
    await choice(page, '5').click();
    expect(await listPressed()).toEqual(['1']);
    await clickBid(page, '6689.00');
    expect(await quantity(page)).toBe('1');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('comes with side and price from a ticket for market orders, which becomes one with a limit in place', async () => {
    const { page, complaints, close } = await enter();
    await choice(page, '5').click();
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    const expectTicket = async (words: string): Promise<void> => {
      expect([
        await page.locator('[data-send]').innerText(),
        await page.locator('.kinds [aria-current]').innerText(),
        await page.evaluate(() => 'isSamePage' in globalThis),
      ]).toEqual([words, 'Limit', true]);
    };
    await quick(page, 'Sell').click();
    const does = page.locator('#ticket [data-does]');
    expect(await does.innerText()).toMatch(/^Trades at once/);
    await page.locator('#ladder a', { hasText: '6691.00' }).click();
    await expectTicket('Sell 5 FLOOR at 6691.00');
    // The change is seen and announced, until the type is chosen again.
    expect(await does.and(page.getByRole('status')).innerText()).toMatch(/^Changed to a limit order: /);
    expect(await page.locator('#ticket [data-type][data-changed]').innerText()).toBe('Limit');
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await clickBid(page, '6689.00');
    await expectTicket('Buy 5 FLOOR at 6689.00');
    expect(await does.innerText()).toMatch(/^Changed to a limit order: /);
    await page.locator('#ticket [data-type="LimitOrderSub"]').click();
    expect(await does.innerText()).toMatch(/^Trades at your limit price/);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('is that of market orders as well, where none was typed', async () => {
    const { page, close } = await enter();
    await choice(page, '10').click();
    await quick(page, 'Sell').click();
    expect(await page.locator('[data-send]').innerText()).toBe('Sell 10 FLOOR at market');
    expect(await choice(page, '10').getAttribute('title')).toBe(
      'A click in the ladder, Buy market and Sell market enter 10',
    );
    await page.getByLabel('Quantity', { exact: true }).fill('7');
    await quick(page, 'Buy').click();
    expect(await page.locator('[data-send]').innerText()).toBe('Buy 7 FLOOR at market');
    // The one lot that stands in for none gives way to a choice.
    await choice(page, '10').click();
    await page.getByLabel('Quantity', { exact: true }).fill('');
    await quick(page, 'Buy').click();
    expect(await quantity(page)).toBe('1');
    await choice(page, '5').click();
    await quick(page, 'Buy').click();
    expect(await quantity(page)).toBe('5');
    await close();
  }, 60_000);
});
