import { type BackOffice, daysAfter, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import type { Display, Window } from '../support/browser.js';
import { people, type Person } from '../support/people.js';

const LONG_NAME = 'maximiliana.featherstonehaugh-cholmondeley.derivatives-trading.of-the-second-floor.london-office';

describe('a long email in Chromium', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  let long: Person;
  let boss: Person;
  let listed: string;
  beforeAll(async () => {
    app = await openBrowserApp();
    const { testApp } = app;
    desk = await openBackOffice(testApp);
    long = await people.named(testApp, LONG_NAME);
    await testApp.orm.em.execute('update users set last_name = ? where id = ?', ['Featherstonehaugh-Chol', long.id]);
    boss = await people.named(testApp, LONG_NAME.replace('maximiliana', 'wilhelmina'), 'Admin');
    const acctId = await desk.account(long);
    await desk.trade(2, 6700, acctId);
    const list = [{ instrument_id: desk.instrumentId, quantity: 5, price: 6700 }];
    listed = daysAfter(await desk.sessionDate(), -1);
    await desk.refer(acctId, listed, list);
    await desk.money(acctId, [listed, 1000, 1000]);
    const { page, close } = await enter('/reconciliation/breaks');
    await page.check('tbody tr >> nth=0 >> input');
    await page.selectOption('.updates #assignee', { label: boss.email });
    await page.click('text=Change selected');
    await close();
  }, 60_000);
  afterAll(() => app.close());

  const enter = (path: string, display: Display = {}): Promise<Window> => app.enter(desk.admin, path, display);

  const readHead = async (person: Person, path: string) => {
    const { page, close } = await app.enter(person, path);
    const height = (await page.locator('.top').boundingBox())?.height;
    const name = page.locator('.top .person a');
    const read = { height, title: await name.getAttribute('title'), text: await name.innerText() };
    await close();
    return read;
  };

  it('of the signed-in user leaves the head one line, and is whole in the title', async () => {
    const path = `/desk/${desk.instrumentId}`;
    const [ordinary, cut] = [await readHead(desk.admin, path), await readHead(boss, path)];

    expect(ordinary).toEqual({ height: ordinary.height, title: null, text: desk.admin.email });
    expect(cut).toEqual({ height: ordinary.height, title: boss.email, text: boss.email });
  });

  it('of the signed-in user is whole in the menu of a narrow window', async () => {
    const { page, close } = await app.enter(boss, '/accounts', { width: 360 });
    await page.click('.menu summary');
    const hidden = await page
      .locator('.top .person p')
      .evaluate((line) => [line.scrollWidth - line.clientWidth, line.scrollHeight - line.clientHeight]);

    expect(hidden).toEqual([0, 0]);
    expect(await page.innerText('.top .person')).toContain(boss.email);
    await close();
  });

  it('of an assignee leaves the filters of breaks one line', async () => {
    const { page, close } = await enter('/reconciliation/breaks');
    const fields = page.locator('.search').getByRole('combobox').or(page.locator('.search button'));
    const places = await fields.evaluateAll((found) => found.map((field) => field.getBoundingClientRect().bottom));

    expect(Math.max(...places) - Math.min(...places)).toBeLessThan(10);
    await close();
  });

  it.each([
    ['/positions', () => '/positions', 1],
    ['/accounts', () => '/accounts', 1],
    ['/accounts/statements', () => `/accounts/statements?as_of=${listed}`, 1],
    ['/refpositions', () => '/refpositions', 1],
    ['/orders', () => '/orders', 1],
  ])('has at most two lines in the rows of %s, and is whole in the title', async (_, toPath, least) => {
    const { page, close } = await enter(toPath());
    const cells = await page
      .locator('tbody td [title*="@"]')
      .evaluateAll((found) =>
        found.map((cell) => ({
          lines: Math.round(cell.getBoundingClientRect().height / parseFloat(getComputedStyle(cell).lineHeight)),
          isWhole: (cell as HTMLElement).innerText.includes((cell as HTMLElement).title),
        })),
      );

    expect(cells.length).toBeGreaterThanOrEqual(least);
    expect(cells.filter(({ lines, isWhole }) => lines > 2 || !isWhole)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    const hidden = await page
      .locator('tbody td [title*="@"]:visible')
      .evaluateAll((found) => found.map((cell) => cell.scrollHeight - cell.clientHeight));
    expect(hidden.filter((height) => height > 0)).toEqual([]);
    await close();
  });

  it.each([1280, 720])('leaves each cell of /users in sight at %i pixels', async (width) => {
    const { page, close } = await enter('/users', { width });
    const cut = await page
      .locator('.scroll')
      .first()
      .evaluate((box) => box.scrollWidth - box.clientWidth);

    expect(cut).toBe(0);
    expect(await page.innerText('tbody')).toContain(long.email);
    await close();
  });

  it('stands with the name in the title of the user’s page', async () => {
    const { page, close } = await enter(`/users/${long.id}`, { width: 360 });

    expect(await page.title()).toContain(`${LONG_NAME} Featherstonehaugh-Chol, ${long.email}`);
    expect(await page.innerText('h1')).toContain(long.email);
    expect(await page.innerText('h1')).toContain('Featherstonehaugh-Chol');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await close();
  });
});
