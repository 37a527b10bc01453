import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('the ladder of GET /desk/:id as a control', () => {
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

  const offer = (price: number) => floor.order(bob.token, floor.limit(bobs, { side: 'Sell', limit_price: price }));
  const bid = (price: number) => floor.order(ada.token, floor.limit(adas, { side: 'Buy', limit_price: price }));
  const enter = async () => {
    const window = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await window.page.locator('#pulse[data-state="live"]').waitFor();
    return window;
  };
  const center = (page: Page, isDisabled: boolean) =>
    page.getByRole('button', { name: 'Center', disabled: isDisabled });
  const readMiddle = async (page: Page): Promise<readonly string[]> => [
    await page.locator('#ladder .upper tr:last-child a').innerText(),
    await page.locator('#ladder .lower tr:first-child a').innerText(),
  ];

  it('is centered by a button or the key m when the market has moved through its rows', async () => {
    const first = await offer(6700.25);
    await Promise.all([offer(6701), bid(6699.75), bid(6700)]);
    const { page, complaints, close } = await enter();
    await page.locator('.bid a', { hasText: '6700.00' }).waitFor();
    await center(page, true).waitFor();
    expect(await readMiddle(page)).toEqual(['6700.25', '6700.00']);
    await floor.act(bob.token, { action_type: 'OrderCancellation', order_id: first.id });
    await bid(6700.75);
    await page.locator('.bid a', { hasText: '6700.75' }).waitFor();

    expect(await readMiddle(page)).toEqual(['6700.25', '6700.00']);
    await center(page, false).click();
    expect(await readMiddle(page)).toEqual(['6701.00', '6700.75']);
    await center(page, true).waitFor();

    // The focus stays where it is, in a field of the ticket as well.
    await bid(6701);
    await page.locator('.offer').waitFor({ state: 'detached' });
    await offer(6702);
    await page.locator('#spread', { hasText: 'spread' }).waitFor();
    await center(page, false).waitFor();
    await page.getByLabel('Quantity', { exact: true }).fill('3');
    await page.keyboard.press('m');
    await center(page, true).waitFor();
    expect(await page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('3');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('quantity');
    await page.goto(`${app.home}/shortcuts`);
    expect(await page.locator('tr', { hasText: 'Center the ladder' }).locator('kbd').allInnerTexts()).toEqual(['m']);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('selects no text when a mouse is dragged over it', async () => {
    const { page, close } = await enter();
    await page.locator('#ladder td:first-child:empty').first().hover();
    await page.mouse.down();
    await page.locator('#ladder .lower tr:nth-child(8) td:last-child').hover();
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
    await close();
  }, 60_000);

  it('fits its buttons into 360 pixels, with own orders out of sight on both sides', async () => {
    await Promise.all([bid(6701.25), offer(6701.75)]);
    for (const [side, limit_price] of [
      ['Buy', 6600],
      ['Buy', 6601],
      ['Sell', 6800],
      ['Sell', 6801],
    ] as const)
      await floor.order(ada.token, floor.limit(adas, { side, limit_price, quantity: 125 }));
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`, { width: 360, isTouched: true });
    await page.getByRole('button', { name: '↑ S 125 +1' }).waitFor();
    const button = await page.getByRole('button', { name: 'Center' }).boundingBox();
    expect((button?.x ?? NaN) + (button?.width ?? NaN)).toBeLessThanOrEqual(352);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await close();
  }, 60_000);
});
