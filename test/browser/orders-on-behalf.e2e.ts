import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

/** Cells that do not stand below the head of their column, heads that are not in one line, and words that their cells cut off. */
function listMisplaced(table: Element): string[] {
  const heads = [...table.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect());
  const isMisplaced = (cell: Element, index: number): boolean => {
    const [place, head] = [cell.getBoundingClientRect(), heads[index]];
    return !head || Math.abs(place.left - head.left) > 1 || Math.abs(place.right - head.right) > 1;
  };
  const isCut = (cell: Element): boolean =>
    cell.scrollHeight > cell.clientHeight + 1 || (!cell.matches('[title]') && cell.scrollWidth > cell.clientWidth + 1);
  return [
    ...[...table.querySelectorAll('thead th')].flatMap((head, index) =>
      heads[index]?.top === heads[0]?.top ? [] : [`head ${head.textContent}`],
    ),
    ...[...table.querySelectorAll<HTMLTableRowElement>('tbody tr')].flatMap((row) =>
      [...row.cells].flatMap((cell, index) =>
        isMisplaced(cell, index) || isCut(cell) ? [`${row.id} ${cell.textContent}`] : [],
      ),
    ),
  ];
}

describe('GET /orders in a browser with an order that was placed on behalf of a customer', () => {
  let app: BrowserApp;
  let floor: Floor;
  let admin: Person;
  let acctId: number;
  let token: string;
  beforeAll(async () => {
    app = await openBrowserApp();
    const { testApp } = app;
    floor = await tradingFloor(testApp);
    const ada = await people.ada(testApp);
    admin = await people.admin(testApp);
    acctId = await floor.account(ada, { maxOrderQuantity: 9 });
    token = await issueToken(testApp, { userId: ada.id, actingUserId: admin.id, clientId: admin.key.clientId });
    await floor.order(token, floor.limit(acctId, { quantity: 2, limit_price: 6700.25 }));
    await floor.order(ada.token, floor.limit(acctId));
    await floor.act(ada.token, floor.limit(acctId, { quantity: 10 }));
  }, 60_000);
  afterAll(() => app.close());

  it.each([1280, 1440, 1920])(
    'has every head in one line and every cell below its head at %s pixels, also of a row that comes later',
    async (width) => {
      const { page, complaints, close } = await app.enter(admin, '/orders', { width });
      const table = page.locator('.blotter table');
      const count = await table.locator('tbody tr').count();
      expect(await page.locator('.blotter thead').innerText()).toContain('On behalf');
      expect(await table.evaluate(listMisplaced)).toEqual([]);

      await floor.order(token, floor.limit(acctId, { quantity: 1, limit_price: 6700.5 }));
      await table.locator('tbody tr').nth(count).waitFor({ state: 'attached' });
      expect(await table.evaluate(listMisplaced)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
    60_000,
  );

  it('needs no scrolling sideways at 1280 pixels', async () => {
    const { page, close } = await app.enter(admin, '/orders', { width: 1280 });
    const list = page.locator('.scroll.blotter');
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    await close();
  }, 60_000);

  it('has the instrument of every row on the line of its number, also beside a reason', async () => {
    const { page, close } = await app.enter(admin, '/orders', { width: 1280 });
    const offsets = await page.locator('.blotter tbody tr').evaluateAll((rows) =>
      rows.map((row) => {
        const [number, instrument] = [...row.querySelectorAll('td > a')].map(
          (link) => link.getBoundingClientRect().top,
        );
        return Math.round((instrument ?? 0) - (number ?? 0));
      }),
    );
    expect(new Set(offsets).size).toBe(1);
    await close();
  }, 60_000);
});
