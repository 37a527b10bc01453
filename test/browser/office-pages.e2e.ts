import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type Browser, openBrowser, type Display, type Window } from '../support/browser.js';
import { people, type Person } from '../support/people.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

const LONG_NAME = 'maximiliana.featherstonehaugh-cholmondeley.derivatives-trading.of-the-second-floor.london-office';

describe('pages of the office in Chromium', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let browser: Browser;
  let home: string;
  let long: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    [browser, home] = [await openBrowser(), await testApp.url()];
    long = await people.named(testApp, LONG_NAME);
    await testApp.orm.em.execute('update users set last_name = ? where id = ?', ['Featherstonehaugh-Chol', long.id]);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const enter = async (path: string, display: Display = {}): Promise<Window> =>
    browser.open(`${home}${path}`, { ...display, cookies: await signedIn(testApp, desk.admin) });

  it.each([1280, 720])('show each cell of a user with a long email at %i pixels', async (width) => {
    const { page, close } = await enter('/users', { width });
    const cut = await page
      .locator('.scroll')
      .first()
      .evaluate((box) => box.scrollWidth - box.clientWidth);

    expect(cut).toBe(0);
    expect(await page.innerText('tbody')).toContain(long.email);
    await close();
  });

  it('name a user in the title of their page by name and email', async () => {
    const { page, close } = await enter(`/users/${long.id}`, { width: 360 });

    expect(await page.title()).toContain(`${LONG_NAME} Featherstonehaugh-Chol, ${long.email}`);
    expect(await page.innerText('h1')).toContain(long.email);
    expect(await page.innerText('h1')).toContain('Featherstonehaugh-Chol');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await close();
  });
});
