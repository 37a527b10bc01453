import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';

const LONG = 'OPT/WWM 270115C00450.000';

describe('columns of GET /orders', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    const other = await desk.account(desk.ada, { name: 'Sandbox USD of the second year' });
    for (const [symbol, acctId] of [
      ['FDAXZ26', desk.adas],
      ['FDAXH27', other],
      ['WWMGWZ26', other],
      [LONG, other],
    ] as const)
      await place(await desk.data.instrument(desk.productId, { symbol, settlement_price: undefined }), acctId);
  }, 60_000);
  afterAll(() => app.close());

  const place = async (instrument_id: number, acct_id: number): Promise<void> => {
    const order = { side: 'Buy', time_in_force: 'GTC', acct_id, instrument_id, quantity: 12 };
    for (const action of [
      { action_type: 'LimitOrderSub', limit_price: 6600.25 },
      { action_type: 'StopLimitOrderSub', stop_price: 6900.25, limit_price: 6950.75 },
    ])
      await desk.send('/orderactions', { ...order, ...action }, desk.ada);
  };
  /** Symbols and heads that do not fit their cells. */
  const listCut = (list: Element): string[] => {
    const cells = [...list.querySelectorAll('thead th, tbody td:nth-child(2)')];
    return cells.flatMap((cell) => {
      if (cell.getClientRects().length === 0) return [];
      const range = document.createRange();
      range.selectNodeContents(cell.matches('th') ? cell : (cell.firstChild as Node));
      const edge = cell.getBoundingClientRect().right - (cell.matches('.n') ? 0 : 1);
      return range.getBoundingClientRect().right <= edge ? [] : [range.toString().trim()];
    });
  };

  it.each(
    [1280, 1440, 1920, 360].flatMap((width) => (['ada', 'admin'] as const).map((person) => [width, person] as const)),
  )(
    'at %s pixels show %s whole symbols and whole heads',
    async (width, person) => {
      const { page, close } = await app.enter(desk[person], '/orders', { width });
      const list = page.locator('.scroll.blotter');

      expect(await list.locator('tbody tr').count()).toBe(8);
      expect(await list.locator('tbody td:nth-child(2)').allTextContents()).toEqual(
        expect.arrayContaining([expect.stringContaining(LONG), expect.stringContaining('FDAXZ26')]),
      );
      expect(await list.evaluate(listCut)).toEqual([]);
      await close();
    },
    60_000,
  );

  it('need no scrolling sideways at 1280 pixels for symbols of the usual length', async () => {
    const { page, close } = await app.enter(desk.admin, '/orders?symbol=FDAXZ26', { width: 1280 });
    const list = page.locator('.scroll.blotter');
    expect(await list.locator('tbody tr').count()).toBe(2);
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    await close();
  }, 60_000);
});
