import { type Browser, openBrowser } from '../support/browser.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { accessibilityFaults } from '../support/page-validators.js';
import { LookTestController } from '../support/look-test.controller.js';

/** What people do with a page: without a mouse, without a script, on paper, with colors of their own. */
describe('accessibility and printing', () => {
  let testApp: TestApp;
  let browser: Browser;
  let home: string;
  beforeAll(async () => {
    testApp = await openTestApp({ controllers: [LookTestController] });
    browser = await openBrowser();
    home = await testApp.url();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const focused = `document.activeElement?.textContent?.trim() || document.activeElement?.tagName`;

  it('shows a visible focus on the skip link and skips the navigation by keyboard', async () => {
    const { page, close } = await browser.open(home);

    await page.keyboard.press('Tab');
    expect(await page.evaluate(focused)).toBe('Skip to the page');
    expect((await page.locator('.skip').boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement?.id')).toBe('main');
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement?.closest('main') !== null")).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await close();
  });

  it('moves the focus in reading order', async () => {
    const { page, close } = await browser.open(home);
    const walked: unknown[] = [];

    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      walked.push(await page.evaluate(focused));
    }
    expect(walked).toEqual([
      'Skip to the page',
      'Kontor',
      'Documentation',
      'Sign in',
      'Create an account',
      'Sign in',
      'health',
      'Copy',
    ]);
    await close();
  });

  it('scrolls a long list by keyboard and keeps its header visible', async () => {
    const { page, close } = await browser.open(`${home}/look/rows`);
    const frame = page.locator('.scroll');
    const top = async () => (await page.locator('thead th').first().boundingBox())?.y;

    await frame.focus();
    const before = await top();
    await page.keyboard.press('End');
    await page.waitForFunction(() => (document.querySelector('.scroll')?.scrollTop ?? 0) > 300);
    expect(await top()).toBe(before);
    await close();
  });

  it('aligns decimals', async () => {
    const { page, close } = await browser.open(`${home}/look/rows`);
    const points = await page.evaluate(() =>
      [...document.querySelectorAll('tbody tr td:nth-child(4)')].map((cell) => {
        const text = cell.firstChild as Text;
        const range = document.createRange();
        const point = text.data.indexOf('.');
        range.setStart(text, point);
        range.setEnd(text, point + 1);
        return Math.round(range.getBoundingClientRect().left * 10) / 10;
      }),
    );

    expect(points).toHaveLength(60);
    expect(Math.max(...points) - Math.min(...points)).toBeLessThanOrEqual(0.2);
    await close();
  });

  it('switches colors without a script and remembers the choice', async () => {
    const { page, close } = await browser.open(`${home}/look/rows?a=b`, { script: false });
    const paper = () => page.locator('html').evaluate((element) => getComputedStyle(element).backgroundColor);
    const light = await paper();

    await page.getByRole('button', { name: 'Dark' }).click();
    expect(page.url()).toBe(`${home}/look/rows?a=b`);
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.goto(home);
    expect(await paper()).toBe(dark);
    await page.getByRole('button', { name: 'System' }).click();
    expect(await paper()).toBe(light);
    await close();
  });

  it('adds a copy button to a command when scripts run', async () => {
    const { page, close } = await browser.open(home);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

    // It says so for two seconds only.
    await Promise.all([
      page.getByRole('button', { name: 'Copied' }).waitFor(),
      page.getByRole('button', { name: 'Copy' }).first().click(),
    ]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `curl -H 'Accept: application/json' ${testApp.config.baseUrl}/`,
    );
    await close();
  });

  it('shows times in the reader’s time zone when scripts run, and UTC in the title', async () => {
    const { page, close } = await browser.open(`${home}/look/rows`, { timeZone: 'Asia/Kolkata' });
    const time = page.locator('time').first();

    expect([await time.getAttribute('datetime'), await time.textContent(), await time.getAttribute('title')]).toEqual([
      '2026-11-18T11:06:40.000Z',
      '2026-11-18 16:36:40',
      '2026-11-18 11:06:40.000 UTC',
    ]);
    await close();
  });

  it('prints the whole list in dark ink without screen controls', async () => {
    const { page, close } = await browser.open(`${home}/look/rows`, { colors: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

    const { scrolls, paper } = await page.evaluate(() => {
      const frame = document.querySelector('.scroll') as Element;
      return {
        scrolls: frame.scrollHeight > frame.clientHeight + 2,
        paper: getComputedStyle(document.documentElement).backgroundColor,
      };
    });
    expect([scrolls, paper]).toEqual([false, 'rgb(255, 255, 255)']);
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.locator('.theme').isVisible()).toBe(false);
    await close();
  });

  it('keeps all information in forced colors', async () => {
    const { page, close } = await browser.open(`${home}/look/form`, { forcedColours: true });

    expect(await accessibilityFaults(page)).toEqual([]);
    expect(
      await page.locator('[aria-invalid="true"]').evaluate((element) => getComputedStyle(element).outlineStyle),
    ).toBe('solid');
    await close();
  });

  it('shows a flash message once', async () => {
    const { page, complaints, close } = await browser.open(home);
    await page.goto(`${home}/users/me`);

    expect(page.url()).toBe(`${home}/`);
    expect(await page.getByRole('status').innerText()).toContain('Login is required');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.reload();
    expect(await page.getByRole('status').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
