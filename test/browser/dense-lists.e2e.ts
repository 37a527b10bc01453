import { type BackOffice, daysAfter, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { issueToken } from '../support/people.js';

/** How many rows stand whole between the head of the page and what sticks to its bottom, and which cells do not show all of their words. */
function measureRows(list: Element): Readonly<{ whole: number; cut: string[]; heights: number[] }> {
  const form = document.querySelector('#updates');
  const bottom = form && getComputedStyle(form).position === 'sticky' ? form.getBoundingClientRect().top : innerHeight;
  const rows = [...list.querySelectorAll<HTMLTableRowElement>('tbody > tr')];
  const edge = list.getBoundingClientRect().right;
  return {
    whole: rows.filter((row) => row.getBoundingClientRect().bottom <= bottom + 1).length,
    cut: rows.flatMap((row) =>
      [...row.cells].flatMap((cell) =>
        cell.getBoundingClientRect().right > edge + 1 || cell.scrollWidth > cell.clientWidth + 1
          ? [cell.textContent]
          : [],
      ),
    ),
    heights: rows.map((row) => Math.round(row.getBoundingClientRect().height)),
  };
}

describe('lists of an administrator at 1280 by 800 pixels', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    await app.testApp.orm.em
      .fork()
      .execute(`update users set first_name = 'Friederike', last_name = 'von Hohenlohe' where id = ?`, [desk.ada.id]);
  }, 60_000);
  afterAll(() => app.close());

  it('show nine breaks, of two lines each, with their users by name', async () => {
    const asOf = daysAfter(await desk.sessionDate(), -1);
    const ids: number[] = [];
    for (let at = 0; at < 14; at += 1) {
      const acctId = await desk.account(desk.ada, { name: 'Sandbox USD' });
      const posted = await desk.refer(acctId, asOf, [{ instrument_id: desk.instrumentId, quantity: 3, price: 6700 }]);
      ids.push(posted.json<{ breaks: { opened: { id: number }[] } }>().breaks.opened[0]?.id ?? 0);
    }
    const changed = await desk.send('/reconciliation/breaks/updates', {
      ...{ break_ids: ids.slice(0, 10), assignee_id: desk.admin.id, due_on: daysAfter(asOf, 9) },
      note: 'Asked the back office for the trade of Friday.',
    });
    expect(changed.statusCode).toBe(200);

    const { page, complaints, close } = await app.enter(desk.admin, '/reconciliation/breaks', { width: 1280 });
    const { whole, cut, heights } = await page.locator('#list .scroll').evaluate(measureRows);
    expect(cut).toEqual([]);
    expect(Math.max(...heights)).toBeLessThanOrEqual(50);
    expect(whole).toBeGreaterThanOrEqual(9);
    const row = page.locator(`#break-${ids[0]}`);
    expect(await row.innerText()).toContain('Friederike von Hohenlohe');
    expect(await row.getByTitle(desk.ada.email).count()).toBe(1);
    expect(await row.getByTitle(desk.admin.email).count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('show nine order actions, with those on behalf of customers on the line of the others', async () => {
    const { admin, ada } = desk;
    const token = await issueToken(app.testApp, {
      userId: ada.id,
      actingUserId: admin.id,
      clientId: admin.key.clientId,
    });
    for (let at = 0; at < 16; at += 1)
      await app.testApp.request('POST', '/orderactions', {
        as: at % 4 === 0 ? token : ada.token,
        body: {
          ...{ action_type: 'LimitOrderSub', acct_id: desk.adas, instrument_id: desk.instrumentId, side: 'Buy' },
          ...{ time_in_force: 'GTC', quantity: 2, limit_price: at % 5 === 1 ? 6700.1 : 6700.25 },
          client_order_id: `desk-2026-11-27-${at}`,
        },
      });

    const { page, complaints, close } = await app.enter(admin, '/orderactions', { width: 1280 });
    const { whole, cut } = await page.locator('#rows .scroll').evaluate(measureRows);
    expect(cut).toEqual([]);
    expect(whole).toBeGreaterThanOrEqual(9);
    const offsets = await page.locator('#rows tbody tr', { hasText: 'on behalf' }).evaluateAll((rows) =>
      rows.map((row) => {
        const [kind, badge] = [row.querySelector('td:nth-child(3)'), row.querySelector('.on-behalf')];
        const range = document.createRange();
        range.selectNodeContents(kind as Node);
        return Math.abs(range.getBoundingClientRect().top - (badge?.getBoundingClientRect().top ?? 0));
      }),
    );
    expect(Math.max(...offsets)).toBeLessThan(6);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
});
