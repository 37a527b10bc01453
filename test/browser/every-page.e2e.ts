import { type Browser, openBrowser, type Window } from '../support/browser.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { accessibilityFaults, markupFaults } from '../support/page-validators.js';
import { LookTestController } from '../support/look-test.controller.js';

/** Views and forms in every shape that pages take; the service's own pages are those of test/browser/states. */
const pages = ['/', '/nowhere', '/look/refused', '/look/rows', '/look/object', '/look/empty', '/look/form'];

const displays = [
  { width: 1280, colors: 'light' },
  { width: 1280, colors: 'dark' },
  { width: 360, colors: 'light' },
  { width: 360, colors: 'dark' },
] as const;

describe('every page', () => {
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

  describe.each(pages)('%s', (path) => {
    let window: Window;
    beforeAll(async () => {
      window = await browser.open(home + path);
    });
    afterAll(() => window.close());

    it.each(displays)('passes axe, $colors at $width pixels', async ({ colors, width }) => {
      const { page, complaints } = window;
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: colors });

      expect(await accessibilityFaults(page, colors === 'light' ? 'everything' : 'colors')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(complaints).toEqual([]);
    });

    it('is valid HTML with less than 60 kB of markup and styles', async () => {
      const { body } = await testApp.request('GET', path, { accept: 'text/html' });
      const style = await testApp.request('GET', /href="([^"]*\.css)"/.exec(body)?.[1] ?? '', { accept: 'text/css' });

      expect(await markupFaults(body)).toEqual([]);
      expect(style.headers['content-type']).toMatch(/^text\/css/);
      expect(Buffer.byteLength(body) + Buffer.byteLength(style.body)).toBeLessThan(60_000);
    });

    it('has one h1, its own title and a language', async () => {
      const { page } = window;

      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.title()).toMatch(/^.+ – Kontor$/);
      expect(await page.getAttribute('html', 'lang')).toBe('en');
    });

    it('is complete without a script', async () => {
      const { page, complaints, close } = await browser.open(home + path, { script: false });

      expect(await page.innerText('h1')).not.toBe('');
      expect(await page.innerText('body')).toContain('This page as JSON');
      expect(complaints).toEqual([]);
      await close();
    });
  });

  it('renders a thousand rows', async () => {
    const { page, complaints, close } = await browser.open(`${home}/look/thousand`);

    expect(await page.locator('tbody tr').count()).toBe(1000);
    expect(complaints).toEqual([]);
    await close();
  });
});
