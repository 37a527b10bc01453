import type { Page } from 'playwright-core';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';

describe('GET /desk/:id at 1280 by 800 with many working orders', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    for (let n = 0; n < 5; n++) await desk.trade(2, 6700);
    for (let n = 0; n < 7; n++) await bid(6680 - n);
  }, 60_000);
  afterAll(() => app.close());

  const bid = (price: number): Promise<unknown> =>
    desk.send(
      '/orderactions',
      {
        ...{ action_type: 'LimitOrderSub', side: 'Buy', time_in_force: 'GTC', quantity: 1, limit_price: price },
        ...{ acct_id: desk.adas, instrument_id: desk.instrumentId },
      },
      desk.ada,
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
      const orders = page.locator('#mine header ~ .scroll');

      expect((await measure(page, '#chart :is(svg, .drawn)')).height).toBeGreaterThanOrEqual(260);
      expect((await measure(page, '#mine')).bottom).toBeLessThanOrEqual(800);
      expect(await page.locator('#mine h2 + .scroll').evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
      expect(await orders.evaluate((box) => box.scrollHeight > box.clientHeight && box.clientHeight > 100)).toBe(true);
      await orders.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      const [box, head] = [
        await measure(page, '#mine header ~ .scroll'),
        await measure(page, '#mine header ~ .scroll thead'),
      ];
      const heading = await measure(page, '#mine header ~ .scroll th:first-child');
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
});
