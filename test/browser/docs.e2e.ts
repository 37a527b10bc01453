import { actInBrowser } from '../support/acting.js';
import { type Browser, openBrowser } from '../support/browser.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { accessibilityFaults } from '../support/page-validators.js';
import { people } from '../support/people.js';

describe('documentation pages in a browser', () => {
  let testApp: TestApp;
  let browser: Browser;
  let home: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    browser = await openBrowser();
    home = await testApp.url();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  it('sends a request from the page and shows the response', async () => {
    const { page, complaints, close } = await browser.open(`${home}/docs/operations/getErrorCode`);
    await page.fill('#try-path-code', 'login_required');

    expect(await page.innerText('.command')).toContain("/docs/errors/login_required' \\");
    await page.click('#try form.try [type="submit"]');
    await page.waitForSelector('.outcome h3');

    expect(await page.innerText('.outcome h3')).toBe('200 OK');
    expect(JSON.parse(await page.innerText('.outcome [aria-label="Body"]'))).toMatchObject({
      code: 'login_required',
      status: 303,
    });
    expect(await page.innerText('.outcome [aria-label="Headers"]')).toContain('x-request-id: ');
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows an error response and keeps the token in this tab only', async () => {
    const { page, close } = await browser.open(`${home}/docs/operations/getCurrentUser`);
    await page.fill('#try-token', 'no-such-token');
    await page.click('#try form.try [type="submit"]');
    await page.waitForSelector('.outcome h3');

    expect(await page.innerText('.outcome h3')).toBe('401 Unauthorized');
    expect(await page.innerText('.outcome')).toContain('"code": "login_required"');
    expect(await page.innerText('.command')).not.toContain('no-such-token');
    expect(
      await page.evaluate(() => [
        sessionStorage.getItem('try.token'),
        localStorage.length,
        document.cookie.includes('no-such-token'),
      ]),
    ).toEqual(['no-such-token', 0, false]);
    await close();
  });

  it('requests a token by the reader’s session, fills only its field, and sends the request with it', async () => {
    const ada = await people.ada(testApp);
    const reader = await actInBrowser(() => testApp).signedIn(ada);
    const household = await browser.enter(
      home,
      Object.fromEntries([...reader.cookies].map(([name, { value }]) => [name, value])),
    );
    const { page, complaints } = await household.open();
    await page.goto(`${home}/docs/operations/getCurrentUser`);
    await page.click('.own-token button');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#try-token')?.value.startsWith('kat_'));
    await page.click('#try form.try [type="submit"]');
    await page.waitForSelector('.outcome h3');

    expect(await page.innerText('.outcome h3')).toBe('200 OK');
    expect(await page.innerText('.outcome')).toContain(ada.email);
    expect(await page.innerText('.own-token')).toContain('ten minutes');
    expect(await page.content()).not.toContain('kat_');
    expect(page.url()).toContain('/docs/operations/getCurrentUser');
    expect(complaints).toEqual([]);
    await household.close();
  });

  it('creates a key and a token in one press where the reader has no key, and shows the answer below the button', async () => {
    const cyd = await people.named(testApp, 'cyd');
    await testApp.orm.em.fork().execute('update clients set enabled = false where owner_id = ?', [cyd.id]);
    const reader = await actInBrowser(() => testApp).signedIn(cyd);
    const household = await browser.enter(
      home,
      Object.fromEntries([...reader.cookies].map(([name, { value }]) => [name, value])),
    );
    const { page, complaints } = await household.open();
    await page.goto(`${home}/docs/operations/getCurrentUser`);
    await page.click('#try .own-token button');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#try-token')?.value.startsWith('kat_'));
    await page.click('#try form.try [type="submit"]');
    await page.waitForSelector('.outcome h3');
    const [send, answer, command] = await Promise.all(
      ['#try form.try [type="submit"]', '.outcome', '.command'].map(
        async (selector) => (await page.locator(selector).boundingBox())?.y ?? 0,
      ),
    );

    expect(await page.innerText('.outcome h3')).toBe('200 OK');
    expect(await page.innerText('.outcome')).toContain(cyd.email);
    expect([send, answer, command].toSorted((one = 0, other = 0) => one - other)).toEqual([send, answer, command]);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('outcome');
    expect(await page.innerText('#try .own-token button')).toBe('Get a token for ten minutes');
    expect(complaints).toEqual([]);
    await household.close();
  });

  it('forgets typed secrets in all tabs after the user signs out', async () => {
    const reader = await actInBrowser(() => testApp).signedIn(await people.ada(testApp));
    const household = await browser.enter(
      home,
      Object.fromEntries([...reader.cookies].map(([name, { value }]) => [name, value])),
    );
    const [{ page }, { page: other }] = [await household.open(), await household.open()];
    const stored = (tab: typeof page) =>
      tab.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('try.')));
    for (const tab of [page, other]) {
      await tab.goto(`${home}/docs/operations/getCurrentUser`);
      await tab.fill('#try-token', 'typed-while-signed-in');
      await tab.reload();
      expect(await tab.inputValue('#try-token')).toBe('typed-while-signed-in');
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${home}/`);
    await other.goto(`${home}/docs/operations/getCurrentUser`);

    expect(await Promise.all([stored(page), other.inputValue('#try-token')])).toEqual([[], '']);
    await household.close();
  });

  it('remembers the language of examples, and shows results while the reader types', async () => {
    const { page, complaints, close } = await browser.open(`${home}/docs/operations/getOrder`);
    await page.getByRole('radio', { name: 'Python' }).check();
    await page.goto(`${home}/docs`);
    expect(await page.getByRole('radio', { name: 'Python', checked: true }).count()).toBe(5);

    await page.goto(`${home}/docs/search`);
    await page.fill('#q', 'mass cancellation');
    await page.waitForSelector('#results li');
    expect(await page.innerText('#results')).toContain('MassCancellation');
    expect(page.url()).toBe(`${home}/docs/search?q=mass%20cancellation`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows the command and hides the form without a script', async () => {
    const { page, complaints, close } = await browser.open(`${home}/docs/operations/createUser`, { script: false });

    expect(await page.innerText('main')).toContain('-u "$CLIENT_ID:$CLIENT_SECRET"');
    await page.getByRole('radio', { name: 'curl' }).press('ArrowRight');
    expect(await page.innerText('#request')).toMatch(/await fetch\([^]*process\.env\.CLIENT_ID/);
    expect(await page.innerText('#request')).not.toContain('curl -X POST');
    expect(await page.isVisible('#try')).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows results below the field of every page while one types, with arrow keys, Enter and Escape', async () => {
    const { page, complaints, close } = await browser.open(`${home}/docs`);
    const field = page.getByLabel('Search the documentation');
    const found = page.locator('.found a');
    await field.pressSequentially('mass cancellation');
    await page.locator('.found [role="status"]', { hasText: /^\d+ results$/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    await field.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const isFocused = (n: number) => found.nth(n).evaluate((link) => link === document.activeElement);
    expect(await isFocused(1)).toBe(true);
    await page.keyboard.press('ArrowUp');
    expect(await isFocused(0)).toBe(true);
    await page.keyboard.press('Escape');
    expect([await found.count(), await field.evaluate((one) => one === document.activeElement)]).toEqual([0, true]);

    await field.pressSequentially('s');
    await found.first().waitFor();
    await page.locator('h1').click();
    expect(await found.count()).toBe(0);

    await field.fill('mass');
    await found.first().waitFor();
    const href = await found.first().getAttribute('href');
    await field.press('ArrowDown');
    await Promise.all([page.waitForURL(home + String(href)), page.keyboard.press('Enter')]);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
});
