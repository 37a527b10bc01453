import type { Page } from 'playwright-core';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';

type Mark = Readonly<{ words: string; title: string; isCut: boolean }>;

describe('the marks of own orders in the ladder', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    await desk.trade(1, 6700);
    await sendOrder('Buy', 5, { limit_price: 6699.5 });
    await sendOrder('Buy', 120, { limit_price: 6699.75 });
    await sendOrder('Sell', 1, { stop_price: 6699 });
    await sendOrder('Sell', 2, { stop_price: 6699.75 });
    await sendOrder('Buy', 120, { stop_price: 6701 });
    await sendOrder('Buy', 3, { limit_price: 6699.25 });
    await sendOrder('Sell', 2, { stop_price: 6699.25 });
  }, 60_000);
  afterAll(() => app.close());

  const sendOrder = (side: 'Buy' | 'Sell', quantity: number, prices: Readonly<Record<string, number>>) =>
    desk.send(
      '/orderactions',
      {
        ...{ action_type: 'stop_price' in prices ? 'StopOrderSub' : 'LimitOrderSub', side, time_in_force: 'GTC' },
        ...{ quantity, acct_id: desk.adas, instrument_id: desk.instrumentId, ...prices },
      },
      desk.ada,
    );

  /** By price: what stands in the first column, what it has as title, and whether a letter of it is cut. */
  const readMarks = async (page: Page): Promise<Record<string, Mark>> =>
    Object.fromEntries<Mark>(
      await page.locator('#ladder tbody td:first-child:not(:empty)').evaluateAll((cells) =>
        cells.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const [text, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
          const isCut = text.right > box.right + 0.5 || text.top < box.top - 0.5 || text.bottom > box.bottom + 0.5;
          const words = cell.textContent.replace(/\s+/g, ' ');
          const title = (cell.getAttribute('title') ?? '').replace(/Arrow keys .*/, '').trim();
          const price = cell.parentElement?.querySelector('a')?.textContent ?? '';
          return [price, { words, title, isCut }] as const;
        }),
      ),
    );

  const marks = {
    '6701.00': { words: 'B 120 stop', title: '', isCut: false },
    '6699.75': { words: 'S 2 … B 120', title: 'S 2 stop, B 120.', isCut: false },
    '6699.50': { words: 'B 5', title: '', isCut: false },
    '6699.25': { words: 'S 2 … B 3', title: 'S 2 stop, B 3.', isCut: false },
    '6699.00': { words: 'S 1 stop', title: '', isCut: false },
  };

  it.each([true, false])(
    'are whole in rows of one height, several of one price with all their words as title: script %s',
    async (script) => {
      const { page, complaints, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`, { script });
      if (script) await page.locator('#ladder td[tabindex]', { hasText: 'B 5' }).waitFor();
      expect(await readMarks(page)).toEqual(marks);
      const heights = await page
        .locator('#ladder tbody tr')
        .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))]);
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2.5);
      await page.locator('.columns').evaluate((columns) => columns.setAttribute('data-book', 'small'));
      expect(Object.values(await readMarks(page)).filter(({ isCut }) => isCut)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
    60_000,
  );

  it('say how a movable order is moved after all their words', async () => {
    const { page, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    const cell = page.locator('#ladder td[tabindex]', { hasText: '… B 120' });
    await cell.waitFor();
    expect(await cell.getAttribute('title')).toBe('S 2 stop, B 120. Arrow keys or dragging move it, Enter sends');
    await close();
  }, 60_000);
});
