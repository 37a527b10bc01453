import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';

describe('the navigation on a narrow screen', () => {
  let app: BrowserApp;
  let ada: Person;
  beforeAll(async () => {
    app = await openBrowserApp();
    ada = await people.ada(app.testApp);
  }, 60_000);
  afterAll(() => app.close());

  const enter = async (path: string, width: number) => app.enter(ada, path, { width, isTouched: true, script: false });

  /** What can be pressed in the head of the page, and whether it is within the window. */
  const listTargets = (page: Page): Promise<{ name: string; isInWindow: boolean }[]> =>
    page.locator('.top :is(a, button, summary)').evaluateAll((targets) =>
      targets
        .filter((target) => target.checkVisibility())
        .map((target) => {
          const { left, right } = target.getBoundingClientRect();
          return { name: target.textContent.trim(), isInWindow: left >= 0 && right <= window.innerWidth };
        }),
    );

  it.each([360, 412])(
    'at %i pixels is one line, with all links within one press of the menu, without a script',
    async (width) => {
      const { page, close } = await enter('/desk', width);

      expect((await page.locator('.top').boundingBox())?.height).toBeLessThan(60);
      expect((await listTargets(page)).map(({ name }) => name)).toEqual([
        ...['Menu', 'Overview', 'Market', 'Orders', 'Positions'],
      ]);
      await page.locator('summary', { hasText: 'Menu' }).tap();
      const targets = await listTargets(page);
      expect(targets.map(({ name }) => name)).toEqual([
        ...['Menu', 'Overview', 'Market', 'Orders', 'Positions', 'Accounts', 'Documentation'],
        ...[ada.email, 'Sign out'],
      ]);
      expect(targets.filter(({ isInWindow }) => !isInWindow)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await close();
    },
    60_000,
  );

  it('marks the menu on a page whose link is in it', async () => {
    const readMark = async (path: string): Promise<string> => {
      const { page, close } = await enter(path, 360);
      const mark = await page.locator('.menu summary').evaluate((summary) => getComputedStyle(summary).boxShadow);
      await close();
      return mark;
    };

    expect(await readMark('/docs')).not.toBe('none');
    expect(await readMark('/orders')).toBe('none');
  }, 60_000);

  it('has no menu for a visitor, who sees all links', async () => {
    const { page, close } = await app.browser.open(`${app.home}/docs`, { width: 360 });

    expect(await listTargets(page)).toEqual(
      ['Kontor', 'Documentation', 'Sign in'].map((name) => ({ name, isInWindow: true })),
    );
    await close();
  }, 60_000);
});
