import type { Page } from 'playwright-core';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import type { Window } from '../support/browser.js';

describe('/desk/:id at 360 pixels', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  let quietId: number;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    quietId = await desk.data.instrument(desk.productId, { symbol: 'QUIET', settlement_price: undefined });
    await desk.trade(2, 6700);
    await quote('Buy', 6690);
    await quote('Sell', 6720);
  }, 60_000);
  afterAll(() => app.close());

  const quote = (side: 'Buy' | 'Sell', price: number): Promise<unknown> =>
    desk.send(
      '/orderactions',
      {
        ...{ action_type: 'LimitOrderSub', side, time_in_force: 'GTC', quantity: 3, limit_price: price },
        ...{ acct_id: desk.bobs, instrument_id: desk.instrumentId },
      },
      desk.bob,
    );
  const enter = (script: boolean, id = desk.instrumentId): Promise<Window> =>
    app.enter(desk.ada, `/desk/${id}`, { width: 360, isTouched: true, script });
  const bar = (page: Page) => page.getByRole('navigation', { name: 'Parts', exact: true });
  const readBottom = async (page: Page): Promise<number> => {
    const box = await bar(page).boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };

  it('keeps the best prices and jumps to chart, book, position and ticket at the foot of the window, without a script', async () => {
    const { page, close } = await enter(false);

    expect(await bar(page).locator('p').innerText()).toMatch(/^Bid 6690\.00\s+Last 6700\.00\s+Offer 6720\.00$/);
    for (const [name, heading] of [
      ['Ticket', 'Ticket'],
      ['Chart', 'Price'],
      ['Book', 'Book'],
      ['Position', 'Position'],
    ] as const) {
      const link = bar(page).getByRole('link', { name, exact: true });
      expect(Math.min((await link.boundingBox())?.height ?? 0, (await link.boundingBox())?.width ?? 0)).toBeGreaterThan(
        43,
      );
      await link.tap();
      const top = (await page.getByRole('heading', { name: heading, exact: true }).boundingBox())?.y ?? -1;
      expect({ name, isAtTop: top >= 0 && top < 60, bottom: await readBottom(page) }).toEqual({
        ...{ name, isAtTop: true, bottom: 800 },
      });
    }
    await close();
  }, 60_000);

  it('moves the prices at the foot with the market', async () => {
    const { page, complaints, close } = await enter(true);
    await page.locator('#pulse[data-state="live"]').waitFor();
    await quote('Buy', 6691.25);

    await bar(page).getByText('6691.25').waitFor();
    await page.locator('#quote').getByText('6691.25').waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('has a position and Close right below the prices, and the chart first where there is neither position nor order', async () => {
    const listTops = (page: Page): Promise<number[]> =>
      page
        .locator('#quote, #mine, .charted')
        .evaluateAll((parts) =>
          ['quote', 'mine', ''].map((id) => parts.find((part) => part.id === id)?.getBoundingClientRect().top ?? 0),
        );
    const { page, close } = await enter(false);

    const [prices = 0, mine = 0, chart = 0] = await listTops(page);
    expect([prices < mine, mine < chart]).toEqual([true, true]);
    expect((await page.getByRole('button', { name: 'Close' }).boundingBox())?.y).toBeLessThan(600);
    await page.goto(`${app.home}/desk/${quietId}`);
    const [, noPosition = 0, first = 0] = await listTops(page);
    expect(first).toBeLessThan(noPosition);
    await close();
  }, 60_000);

  it.each([true, false])(
    'has the button of the ticket above the bar after a tap on a price: script %s',
    async (script) => {
      const { page, close } = await enter(script);
      await page.setViewportSize({ width: 360, height: 740 });
      if (script) await page.locator('#pulse[data-state="live"]').waitFor();
      const link = page.locator('#ladder .upper tr:last-child a');
      const price = await link.innerText();
      await link.tap();
      await page.waitForFunction(
        (text) => document.querySelector<HTMLInputElement>('#ticket [name="limit_price"]')?.value === text,
        price,
      );
      await page.waitForTimeout(1500);

      const button = await page.locator('#ticket [data-send]').boundingBox();
      expect((button?.y ?? NaN) + (button?.height ?? NaN)).toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0);
      const field = await page.locator('#ticket [name="limit_price"]').boundingBox();
      expect(field?.y).toBeGreaterThan(0);
      await close();
    },
    60_000,
  );

  it('leaves the end of the page above the bar', async () => {
    const { page, close } = await enter(false);
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');

    const foot = await page.locator('.foot').boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0);
    await close();
  }, 60_000);

  it('covers nothing that the keyboard reaches', async () => {
    const { page, close } = await enter(false);
    const covered: string[] = [];
    let reached = 0;
    for (; reached < 200; reached++) {
      await page.keyboard.press('Tab');
      const { name, isCovered, isLast } = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const foot = document.querySelector('nav[aria-label="Parts"]') as HTMLElement;
        const [box, line] = [focused.getBoundingClientRect(), foot.getBoundingClientRect()];
        return {
          name: focused.textContent.trim() || focused.getAttribute('name') || focused.localName,
          isCovered: !foot.contains(focused) && box.bottom > line.top + 1 && box.top < line.bottom - 1,
          isLast: focused.closest('.foot') !== null,
        };
      });
      if (isCovered) covered.push(name);
      if (isLast) break;
    }

    expect(reached).toBeGreaterThan(30);
    expect(covered).toEqual([]);
    await close();
  }, 60_000);

  it('keeps 12 pixels between Close and Reverse, and between Modify and Cancel', async () => {
    await desk.send(
      '/orderactions',
      {
        ...{ action_type: 'LimitOrderSub', side: 'Buy', time_in_force: 'GTC', quantity: 1, limit_price: 6600 },
        ...{ acct_id: desk.adas, instrument_id: desk.instrumentId },
      },
      desk.ada,
    );
    const { page, close } = await enter(true);
    const gaps = await page.locator('#mine td > * + button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const [left, right] = [button.previousElementSibling, button].map((one) => one?.getBoundingClientRect());
        return {
          name: button.textContent,
          isWide: (right?.left ?? 0) - (left?.right ?? 0) >= 12,
          isSameLine: (right?.top ?? 0) < (left?.bottom ?? 0),
        };
      }),
    );
    expect(gaps).toEqual([
      { name: 'Reverse', isWide: true, isSameLine: true },
      { name: 'Cancel', isWide: true, isSameLine: true },
    ]);
    await close();
  }, 60_000);

  it('has the bar neither at 1280 pixels nor on paper', async () => {
    const { page, close } = await enter(false);
    expect(await page.locator('nav[aria-label="Parts"]').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('nav[aria-label="Parts"]').isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await page.locator('nav[aria-label="Parts"]').isVisible()).toBe(false);
    await close();
  }, 60_000);
});
