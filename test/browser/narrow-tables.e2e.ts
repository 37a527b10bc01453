import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import type { Window } from '../support/browser.js';
import { type BackOffice, daysAfter, openBackOffice } from '../support/back-office.js';

describe('tables at 360 pixels', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    await desk.trade(2, 6700);
    await desk.trade(-1, 6690.25);
    const order = {
      side: 'Buy',
      time_in_force: 'GTC',
      acct_id: desk.adas,
      instrument_id: desk.instrumentId,
      quantity: 12,
    };
    for (const action of [
      { action_type: 'LimitOrderSub', limit_price: 6600.25 },
      { action_type: 'StopOrderSub', stop_price: 6900.25 },
      { action_type: 'StopLimitOrderSub', stop_price: 6900.25, limit_price: 6950.75 },
    ])
      await desk.send('/orderactions', { ...order, ...action }, desk.ada);
    for (const day of ['2026-01-28', '2026-01-29']) await desk.money(desk.adas, [day, 1_234_567.5, 2_345_678.25]);
  }, 60_000);
  afterAll(() => app.close());

  const enter = async (path: string): Promise<Window> => app.enter(desk.ada, path, { width: 360 });

  it.each([
    ['/desk', () => '/desk', 4],
    ['/desk/:id', () => `/desk/${desk.instrumentId}`, 3],
    ['/trades', () => `/trades?instrument_id=${desk.instrumentId}`, 1],
    ['/accounts/:id/moneyvals', () => `/accounts/${desk.adas}/moneyvals?order=desc&versions=all`, 1],
  ])(
    'of %s do not scroll sideways',
    async (_, toPath, tables) => {
      const { page, close } = await enter(toPath());
      const widths = await page
        .locator('main .scroll')
        .evaluateAll((boxes) =>
          boxes.map((box) => ({ name: box.getAttribute('aria-label'), hidden: box.scrollWidth - box.clientWidth })),
        );

      expect(widths.length).toBeGreaterThanOrEqual(tables);
      expect(widths.filter(({ hidden }) => hidden > 0)).toEqual([]);
      await close();
    },
    60_000,
  );

  it.each([
    ['/positions', 'Positions', 240],
    ['/desk', 'Positions with their P&L', 190],
    ['/fills', 'Fills', 230],
  ])(
    'of %s have low cards under a finger, with links as high as it and in line with the values beside them',
    async (path, name, most) => {
      const { page, close } = await app.enter(desk.ada, path, { width: 360, isTouched: true });
      const cards = await page
        .getByLabel(name, { exact: true })
        .locator('tbody tr')
        .evaluateAll((rows) =>
          (rows as HTMLTableRowElement[]).map((row) => {
            const lowestText = (cell: Element): number => {
              const range = document.createRange();
              range.selectNodeContents(cell);
              return Math.max(
                ...[...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => bottom),
              );
            };
            const links = [...row.querySelectorAll('td[data-label] > a')];
            const isBeside = (one: Element, other: Element): boolean =>
              one !== other && Math.abs(one.getBoundingClientRect().bottom - other.getBoundingClientRect().bottom) < 2;
            return {
              height: row.getBoundingClientRect().height,
              lowLinks: links.filter((link) => link.getBoundingClientRect().height < 44).length,
              links: links.length,
              shifts: links.flatMap((link) => {
                const cell = link.parentElement as Element;
                const [neighbor] = [...row.querySelectorAll('td[data-label]')].filter((other) => isBeside(cell, other));
                const line = link.getBoundingClientRect().bottom - parseFloat(getComputedStyle(link).paddingBottom);
                return neighbor === undefined ? [] : [Math.abs(line - lowestText(neighbor))];
              }),
            };
          }),
        );

      expect(cards.length).toBeGreaterThan(0);
      expect(Math.max(...cards.map(({ height }) => height))).toBeLessThanOrEqual(most);
      expect(cards.map(({ links, lowLinks }) => [links > 0, lowLinks])).toEqual(cards.map(() => [true, 0]));
      expect(Math.max(0, ...cards.flatMap(({ shifts }) => shifts))).toBeLessThan(4);
      await close();
    },
    60_000,
  );

  it.each(['/positions', '/desk', '/fills', '/accounts'])(
    'of %s have values at the right of their cards, whole, with the label at the left',
    async (path) => {
      const { page, close } = await enter(path);
      const cells = await page.locator('.cards td[data-label]:visible:not(:has(.hidden))').evaluateAll((found) =>
        found.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
          const { right } = cell.getBoundingClientRect();
          const gap = right - parseFloat(getComputedStyle(cell).paddingInlineEnd);
          return {
            text: cell.textContent,
            isRight: Math.abs(gap - Math.max(...rects.map((rect) => rect.right))) < 2,
            isWhole: cell.matches('.n') ? new Set(rects.map(({ top }) => Math.round(top))).size === 1 : true,
          };
        }),
      );

      expect(cells.length).toBeGreaterThan(0);
      expect(cells.filter(({ isRight, isWhole }) => !isRight || !isWhole)).toEqual([]);
      await close();
    },
    60_000,
  );

  it('have the words of the buttons above them in the middle, under a finger', async () => {
    const { page, close } = await app.enter(desk.ada, '/orders', { width: 360, isTouched: true });
    const shifts = await page.locator('header p a.button').evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        const [words, button] = [range.getBoundingClientRect(), link.getBoundingClientRect()];
        return { height: button.height, shift: Math.abs(words.top + words.bottom - button.top - button.bottom) / 2 };
      }),
    );

    expect(shifts.length).toBe(2);
    for (const { height, shift } of shifts) expect([height >= 44, shift < 2]).toEqual([true, true]);
    await close();
  }, 60_000);

  it('of /desk/:id say what the prices of an order and the amounts of a position are', async () => {
    const { page, close } = await enter(`/desk/${desk.instrumentId}`);
    const read = (name: string): Promise<string[]> =>
      page
        .getByLabel(name)
        .locator('tbody tr')
        .evaluateAll((rows) =>
          (rows as HTMLTableRowElement[]).map((row) =>
            [...row.cells]
              .map((cell) => `${getComputedStyle(cell, '::before').content.replace(/^none$/, '')}${cell.innerText}`)
              .join(' ')
              .replaceAll('"', '')
              .replaceAll(/\s+/g, ' '),
          ),
        );

    const orders = await read('Your working orders in DESK');
    expect(orders.map((order) => order.replace(/^\d+ /, ''))).toEqual([
      'Buy 12 Modify Cancel stop 6900.25, limit 6950.75 filled 0',
      'Buy 12 Modify Cancel stop 6900.25 filled 0',
      'Buy 12 Modify Cancel limit 6600.25 filled 0',
    ]);
    expect(await read('Your positions in DESK')).toEqual([
      expect.stringMatching(/^An account 1 Close Reverse unrealized -?\+?[\d.,]+ realized -487\.50/),
    ]);
    await close();
  }, 60_000);

  describe('with a list of the back office', () => {
    let listed: string;
    beforeAll(async () => {
      listed = daysAfter(await desk.sessionDate(), -1);
      await desk.refer(desk.adas, listed, [{ instrument_id: desk.instrumentId, quantity: 3, price: 6700 }]);
    });

    it.each([
      ['/reconciliation/breaks', () => '/reconciliation/breaks?status=All'],
      ['/positions', () => '/positions'],
      ['/accounts/statements', () => `/accounts/statements?as_of=${listed}`],
      ['/accounts/:id/statement', () => `/accounts/${desk.adas}/statement?as_of=${listed}`],
      ['/accounts/:id/moneyvals', () => `/accounts/${desk.adas}/moneyvals?order=desc`],
    ])('of %s have each value on the line of its label', async (_, toPath) => {
      const { page, close } = await enter(toPath());
      const cells = await page
        .locator('.cards td[data-label]:visible:not(:has(.reason, .margin))')
        .evaluateAll((found) =>
          found.map((cell) => {
            const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
            const tops: number[] = [];
            while (texts.nextNode() !== null) {
              const range = document.createRange();
              range.selectNodeContents(texts.currentNode);
              tops.push(...[...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top));
            }
            const { paddingTop, lineHeight } = getComputedStyle(cell);
            const label = parseFloat(getComputedStyle(cell, '::before').marginTop);
            const below = Math.min(...tops) - cell.getBoundingClientRect().top - parseFloat(paddingTop) - label;
            return {
              text: `${cell.getAttribute('data-label')} ${cell.textContent}`,
              lines: Math.abs(below) / parseFloat(lineHeight),
            };
          }),
        );

      expect(cells.length).toBeGreaterThan(3);
      expect(cells.filter(({ lines }) => lines > 0.4)).toEqual([]);
      await close();
    });

    it('of /accounts/statements have the open breaks of an account in no other value', async () => {
      const { page, close } = await app.enter(desk.admin, `/accounts/statements?as_of=${listed}`, { width: 360 });
      const overlaps = await page.locator('.cards a.badge:visible').evaluateAll((links) =>
        links.map((link) => {
          const box = link.getBoundingClientRect();
          const others = [...(link.closest('tr')?.cells ?? [])].filter((cell) => !cell.contains(link));
          const covered = others.filter((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return [...range.getClientRects()].some(
              ({ left, right, top, bottom, width }) =>
                width > 1 && left < box.right && right > box.left && top < box.bottom - 1 && bottom > box.top + 1,
            );
          });
          return { height: box.height, covered: covered.map((cell) => cell.getAttribute('data-label')) };
        }),
      );

      expect(overlaps).toEqual([{ height: expect.any(Number) as number, covered: [] }]);
      expect(overlaps[0]?.height).toBeGreaterThanOrEqual(44);
      await close();
    });
  });
});
