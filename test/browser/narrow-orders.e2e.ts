import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('the list of orders at 360 pixels', () => {
  let app: BrowserApp;
  let floor: Floor;
  let ada: Person;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    ada = await people.ada(app.testApp);
    const bob = await people.bob(app.testApp);
    const [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
    await floor.order(bob.token, floor.limit(bobs, { side: 'Sell', quantity: 2 }));
    await floor.order(ada.token, floor.limit(adas, { client_order_id: 'web-da7d32016dc5-21' }));
    const acting = await issueToken(app.testApp, {
      userId: ada.id,
      actingUserId: floor.admin.id,
      clientId: floor.admin.key.clientId,
    });
    const reference = 'an-order-with-a-reference-that-is-longer-than-a-line';
    await floor.order(acting, floor.limit(adas, { limit_price: 6600, client_order_id: reference }));
  }, 60_000);
  afterAll(() => app.close());

  /** The cells of each order with the words that the style sheet adds to them. */
  const readCards = (page: Page): Promise<string[]> =>
    page.locator('.blotter tbody tr').evaluateAll((rows) =>
      (rows as HTMLTableRowElement[]).map((row) =>
        [...row.cells]
          .filter((cell) => cell.checkVisibility())
          .map((cell) => {
            const [before, after] = (['::before', '::after'] as const).map((part) =>
              getComputedStyle(cell, part).content.replace(/^none$/, ''),
            );
            return `${before}${cell.innerText}${after}`;
          })
          .join(' ')
          .replaceAll('"', '')
          .replaceAll(/\s+/g, ' '),
      ),
    );

  it('says what its figures are, with references that the user gave only', async () => {
    const { page, complaints, close } = await app.enter(ada, '/orders', { width: 360, isTouched: true });

    const [acted = '', own = ''] = await readCards(page);
    expect(own).toMatch(/ Buy 5 · 2 filled at 6700\.00 average 6700\.00 partially filled /);
    expect(own).not.toContain('web-');
    expect(acted).toMatch(/ Buy 5 · 0 filled at 6600\.00 open /);
    expect(acted).toContain('reference an-order-with-a-reference-that-is-longer-than-a-line');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('has every cell whole, also who placed the order', async () => {
    const { page, close } = await app.enter(ada, '/orders', { width: 360, isTouched: true });
    const cells = await page.locator('.blotter tbody td:visible').evaluateAll((found) =>
      found.map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const isWhole = [...range.getClientRects()].every(({ right }) => right <= window.innerWidth - 12);
        return { text: cell.textContent, isWhole: isWhole && cell.scrollWidth <= cell.clientWidth + 1 };
      }),
    );

    expect(cells.some(({ text }) => text.startsWith('placed by '))).toBe(true);
    expect(cells.filter(({ isWhole }) => !isWhole)).toEqual([]);
    await close();
  }, 60_000);
});
