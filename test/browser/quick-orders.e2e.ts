import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import type { Display, Window } from '../support/browser.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type Order = Readonly<{ side: string; order_type: string; quantity: number; filled_quantity: number }>;

describe('market orders from a fresh page of an instrument', () => {
  let app: BrowserApp;
  let floor: Floor;
  let [ada, bob] = [{} as Person, {} as Person];
  let adas = 0;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    [ada, bob] = [await people.ada(app.testApp), await people.bob(app.testApp)];
    adas = await floor.account(ada);
    const bobs = await floor.account(bob);
    const resting = { quantity: 100 };
    await floor.order(bob.token, floor.limit(bobs, { ...resting, side: 'Sell', limit_price: 6700 }));
    await floor.order(bob.token, floor.limit(bobs, { ...resting, side: 'Buy', limit_price: 6690 }));
  }, 60_000);
  afterAll(() => app.close());

  const enter = async (display: Display): Promise<Window> => app.enter(ada, `/desk/${floor.instrumentId}`, display);
  const listOrders = async (): Promise<Order[]> =>
    floor.read<Order[]>(ada.token, `/orders?acct_id=${adas}&newest=true&per_page=1000`);
  const quick = (page: Page, side: 'Buy' | 'Sell') =>
    page.getByRole('link', { name: `${side} market`, exact: true }).filter({ visible: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const isWithinSight = (page: Page, selector: string): Promise<boolean> =>
    page
      .locator(selector)
      .filter({ visible: true })
      .first()
      .evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });

  /** Counts what is pressed on all pages of the window. */
  const countClicks = async ({ page }: Window): Promise<() => number> => {
    let clicks = 0;
    await page.exposeFunction('countClick', () => (clicks += 1));
    const listen = (): void =>
      addEventListener(
        'click',
        ({ isTrusted }) => isTrusted && (globalThis as unknown as { countClick: () => void }).countClick(),
        true,
      );
    await page.addInitScript(listen);
    await page.evaluate(listen);
    return () => clicks;
  };

  it.each<Display>([
    { width: 1280, isFresh: true },
    { width: 360, isTouched: true, isFresh: true },
  ])(
    'are two clicks, without scrolling: %j',
    async (display) => {
      const window = await enter(display);
      const { page } = window;
      const before = (await listOrders()).length;
      const getClicks = await countClicks(window);
      expect(await isWithinSight(page, '.quick .buy')).toBe(true);
      await quick(page, 'Buy').click();
      const send = button(page, 'Buy 1 FLOOR at market');
      expect(await isWithinSight(page, '[data-send]')).toBe(true);
      expect(await send.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.locator('[data-preview] .info', { hasText: '1 would trade at once at 6700.00' }).waitFor();
      expect((await listOrders()).length).toBe(before);
      await send.click();
      await page.locator('[data-sent]', { hasText: 'See the order' }).waitFor();

      expect(getClicks()).toBe(2);
      expect(await isWithinSight(page, '[data-sent]')).toBe(true);
      const [order, ...others] = await listOrders();
      expect(order).toMatchObject({ side: 'Buy', order_type: 'Market', quantity: 1, filled_quantity: 1 });
      expect(others).toHaveLength(before);
      expect(window.complaints).toEqual([]);
      await window.close();
    },
    60_000,
  );

  it('are two clicks without a script: the first brings the page again, with its chart, and the ticket filled in', async () => {
    const { page, close } = await enter({ script: false });
    await page.getByRole('link', { name: '1h', exact: true }).click();
    await quick(page, 'Sell').click();
    expect(new URL(page.url()).pathname).toBe(`/desk/${floor.instrumentId}`);
    expect([
      await page.locator('#intervals [aria-current]').innerText(),
      await page.getByLabel('Quantity').inputValue(),
      await page.getByLabel('Sell', { exact: true }).isChecked(),
      await page.locator('.kinds [aria-current]').innerText(),
    ]).toEqual(['1h', '1', true, 'Market']);
    await button(page, 'Place order').click();
    await page.getByRole('heading', { name: 'Sell 1 FLOOR' }).waitFor();

    expect((await listOrders())[0]).toMatchObject({ side: 'Sell', order_type: 'Market', filled_quantity: 1 });
    await close();
  }, 60_000);

  it('have the quantity of the ticket, and two keys place them; one that is held down or pressed twice places none', async () => {
    const { page, close } = await enter({});
    const before = (await listOrders()).length;
    await page.getByLabel('Quantity').fill('3');
    await page.getByLabel('Limit price').fill('6600');
    await quick(page, 'Buy').focus();
    await page.keyboard.down('Enter');
    for (let turn = 0; turn < 3; turn++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.locator('[data-preview] .info', { hasText: '3 would trade at once' }).waitFor();
    expect((await listOrders()).length).toBe(before);
    await quick(page, 'Buy').focus();
    const keyboard = await page.context().newCDPSession(page);
    const enterKey = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
    // Sent without waiting for the page, so that a busy machine does not part them.
    const turns = (['keyDown', 'keyUp', 'keyDown', 'keyUp'] as const).map((type) =>
      keyboard.send('Input.dispatchKeyEvent', { type, ...enterKey }),
    );
    await Promise.all(turns);
    await page.waitForTimeout(500);
    expect((await listOrders()).length).toBe(before);
    await page.keyboard.press('Enter');
    await page.locator('[data-sent]', { hasText: 'See the order' }).waitFor();

    const [order, ...others] = await listOrders();
    expect(order).toMatchObject({ side: 'Buy', order_type: 'Market', quantity: 3, filled_quantity: 3 });
    expect(others).toHaveLength(before);
    await close();
  }, 60_000);

  it('say within sight why they were refused', async () => {
    const { page, close } = await enter({ width: 360, isTouched: true });
    await page.getByLabel('Quantity').fill('2000000000');
    await quick(page, 'Buy').click();
    await page.locator('[data-send]').click();
    await page.locator('#quantity-fault').waitFor();

    expect(await isWithinSight(page, '#quantity-fault')).toBe(true);
    expect(await isWithinSight(page, '.refusal')).toBe(true);
    await close();
  }, 60_000);

  it('are not offered while trading is halted', async () => {
    const { page, close } = await enter({});
    await page.locator('#pulse[data-state="live"]').waitFor();
    expect(await quick(page, 'Buy').count()).toBe(1);
    await floor.data.turn(floor.instrumentId, 'Halted');
    await page.locator('.contract .badge', { hasText: 'halted' }).waitFor();
    await page.locator('#quick:empty').waitFor({ state: 'attached' });
    await floor.data.turn(floor.instrumentId, 'Open');
    await quick(page, 'Buy').waitFor();
    await close();
  }, 60_000);
});
