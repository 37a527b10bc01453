import type { Page } from 'playwright-core';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { actInBrowser } from '../support/acting.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { cookiesOf } from '../support/signed-in.js';

describe('GET /desk/:id at 1280 by 800 with many working orders', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    for (let n = 0; n < 5; n++) await desk.trade(2, 6700);
    for (let n = 0; n < 7; n++) await order(desk.adas, 'Buy', 6680 - n);
  }, 60_000);
  afterAll(() => app.close());

  const order = (acctId: number, side: 'Buy' | 'Sell', price: number): Promise<unknown> =>
    desk.send(
      '/orderactions',
      {
        ...{ action_type: 'LimitOrderSub', side, time_in_force: 'GTC', quantity: 1, limit_price: price },
        ...{ acct_id: acctId, instrument_id: desk.instrumentId },
      },
      acctId === desk.adas ? desk.ada : desk.bob,
    );
  const measure = (page: Page, selector: string) =>
    page.locator(selector).evaluate((part) => {
      const { top, bottom, height } = part.getBoundingClientRect();
      return { top, bottom, height };
    });
  /** What lies over a part, or stands outside of the window. */
  const isInSight = (page: Page, selector: string): Promise<boolean> =>
    page
      .locator(selector)
      .first()
      .evaluate((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return part.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });

  it.each([true, false])(
    'keeps the height of the chart, and scrolls the orders below the position: script %s',
    async (script) => {
      const { page, complaints, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`, { script });
      if (script) await page.locator('#chart .drawn canvas').first().waitFor();
      const orders = page.locator('#mine header ~ header ~ .scroll');

      expect((await measure(page, '#chart :is(svg, .drawn)')).height).toBeGreaterThanOrEqual(260);
      expect((await measure(page, '#mine')).bottom).toBeLessThanOrEqual(800);
      expect(
        await page.locator('#mine header:first-child + .scroll').evaluate((box) => box.scrollHeight - box.clientHeight),
      ).toBe(0);
      expect(await orders.evaluate((box) => box.scrollHeight > box.clientHeight && box.clientHeight > 100)).toBe(true);
      await orders.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      const [box, head] = [
        await measure(page, '#mine header ~ header ~ .scroll'),
        await measure(page, '#mine header ~ header ~ .scroll thead'),
      ];
      const heading = await measure(page, '#mine header ~ header ~ .scroll th:first-child');
      expect(Math.abs(heading.top - box.top)).toBeLessThan(2);
      expect(head.height).toBeLessThan(40);
      expect(complaints).toEqual([]);
      await close();
    },
    60_000,
  );

  it('leaves chart, position and orders where they are whatever a message says', async () => {
    const { page, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    await page.locator('#chart .drawn canvas').first().waitFor();
    const read = () =>
      Promise.all(['#chart .drawn', '#mine', '#mine tbody tr'].map((part) => measure(page, `${part} >> nth=0`)));
    const before = await read();
    await page.locator('[name="_position"]').evaluate((input: HTMLInputElement) => (input.value = '77'));
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('#said.failed', { hasText: 'was 77 on your page. Nothing was sent.' }).waitFor();

    expect(await read()).toEqual(before);
    expect(await isInSight(page, '#said')).toBe(true);
    for (const part of ['#mine [form^="close-"]', '#mine [data-key="c"]', '#mine th', '#mine tbody a'])
      expect({ part, seen: await isInSight(page, part) }).toEqual({ part, seen: true });
    expect(await page.locator('#said').evaluate((said) => said.scrollWidth - said.clientWidth)).toBeLessThanOrEqual(0);
    await close();
  }, 60_000);

  it('keeps three rows of trades below the banner of acting for a customer, and points to orders beyond the ladder', async () => {
    const cookies = cookiesOf(await actInBrowser(() => app.testApp).actingFor());
    const path = `${app.home}/desk/${desk.instrumentId}`;
    const { page, complaints, close } = await app.browser.open(path, { cookies });
    await page.locator('.acting').waitFor();
    const rows = await page.locator('#trades .scroll').evaluate((box) => {
      const { bottom } = box.getBoundingClientRect();
      return [...box.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
    });
    expect(rows).toBeGreaterThanOrEqual(3);
    expect((await measure(page, '#trades')).bottom).toBeLessThanOrEqual(800);

    // Of seven bids, those without a row in sight.
    const seen = await page
      .locator('#ladder td:first-child:not(:empty)')
      .evaluateAll(
        (cells) => cells.filter((cell) => cell.getClientRects().length > 0).map((cell) => cell.textContent).length,
      );
    const total = await page.locator('#mine header ~ header ~ .scroll tbody tr').count();
    await page.locator('.away button', { hasText: `+${total - seen - 1}` }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('cuts no word of the spread between the sizes of a click and the ways to own orders on both sides', async () => {
    await order(desk.bobs, 'Sell', 6680.25);
    await order(desk.adas, 'Sell', 6740);
    const { page, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    await page.locator('.away button', { hasText: '↑ S 1' }).waitFor();
    await page.locator('.away button', { hasText: '↓ B 1' }).waitFor();
    const listWords = () =>
      page.locator('#spread').evaluate((spread) => {
        const box = spread.getBoundingClientRect();
        const range = document.createRange();
        return [...spread.textContent.matchAll(/\S+/g)].map(({ 0: word, index }) => {
          range.setStart(spread.firstChild as Text, index);
          range.setEnd(spread.firstChild as Text, index + word.length);
          const { top, bottom, right } = range.getBoundingClientRect();
          const isSeen = bottom <= box.bottom + 1 && right <= box.right + 0.5;
          return [word, isSeen ? 'seen' : top >= box.bottom - 1 ? 'hidden' : 'cut'];
        });
      });

    expect(await listWords()).toEqual([
      ['0.25', 'seen'],
      ['spread', 'hidden'],
    ]);
    for (const size of ['small', 'large']) {
      await page.locator('.columns').evaluate((columns, value) => columns.setAttribute('data-book', value), size);
      expect({ size, cut: (await listWords()).filter(([, state]) => state === 'cut') }).toEqual({ size, cut: [] });
    }
    // Also scrolled away from the market.
    await page.locator('#ladder').hover();
    await page.mouse.wheel(0, 240);
    await page.getByRole('button', { name: 'Center', disabled: false }).waitFor();
    for (const size of ['small', 'medium', 'large']) {
      await page.locator('.columns').evaluate((columns, value) => columns.setAttribute('data-book', value), size);
      const [head, overflow] = await page
        .locator('.booked > header')
        .evaluate((part) => [part.clientHeight, part.scrollWidth - part.clientWidth] as const);
      expect({ size, overflow, isOneLine: head < 30 }).toEqual({ size, overflow: 0, isOneLine: true });
    }
    await close();
  }, 60_000);

  it('ends a long name of an account with an ellipsis and has it as title, so that nothing scrolls', async () => {
    const name = 'Long-term index futures account';
    const acctId = await desk.account(desk.bob, { name });
    await desk.trade(1250, 6700, acctId);
    await desk.trade(1, 6720.25, acctId);
    const { page, close } = await app.enter(desk.bob, `/desk/${desk.instrumentId}`);
    const link = page.getByRole('link', { name });
    const measureTable = (): Promise<number> =>
      page
        .locator('#mine .scroll')
        .first()
        .evaluate((box) => box.scrollWidth - box.clientWidth);
    expect([await link.getAttribute('title'), await measureTable()]).toEqual([name, 0]);
    expect(await link.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(true);
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect(await link.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(false);
    await close();
  }, 60_000);
});
