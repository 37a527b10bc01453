import type { Page } from 'playwright-core';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { actInBrowser } from '../support/acting.js';
import { cookiesOf } from '../support/signed-in.js';
import { people, type Person } from '../support/people.js';

/**
 * How it is measured: the rows of the page are repeated until it is longer than the window, the window is scrolled by 600 pixels, and the
 * upper edge of the head must be at that of the window. A cell is cut where the table is wider than its frame.
 */
describe('heads of lists', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  let admin: Person;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    admin = await people.admin(app.testApp);
    await desk.trade(2, 6700);
    await desk.trade(-1, 6690.25);
  }, 60_000);
  afterAll(() => app.close());
  const { actingFor } = actInBrowser(() => app.testApp);

  const lists: readonly (readonly [string, () => string])[] = [
    ['/positions', () => '/positions'],
    ['/fills', () => '/fills'],
    ['/orderactions', () => '/orderactions'],
    ['/trades', () => `/trades?instrument_id=${desk.instrumentId}`],
    ['/instruments', () => '/instruments'],
    ['/accounts', () => '/accounts'],
  ];

  /** Repeats the rows, scrolls, and measures after the page has been laid out. */
  const measure = (page: Page) =>
    page.evaluate(async () => {
      const frame = [...document.querySelectorAll('main .scroll')].at(-1) as HTMLElement;
      const body = frame.querySelector('tbody') as HTMLElement;
      const rows = [...body.children];
      while (body.offsetHeight < 2400) body.append(...rows.map((row) => row.cloneNode(true)));
      window.scrollTo(0, 600);
      for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
      const head = (frame.querySelector('thead th') as HTMLElement).getBoundingClientRect();
      const banner = document.querySelector('aside.acting')?.getBoundingClientRect().bottom ?? 0;
      return {
        scrolled: window.scrollY,
        head: Math.round(head.top - banner),
        height: head.height,
        cut: frame.scrollWidth - frame.clientWidth,
        sideways: document.documentElement.scrollWidth - window.innerWidth,
        overflow: getComputedStyle(frame).overflowX,
      };
    });

  it.each(lists)(
    'stick to the window on %s at 1280 by 800, and no cell is cut',
    async (_what, toPath) => {
      for (const person of [desk.ada, admin]) {
        const { page, complaints, close } = await app.enter(person, toPath());
        const { scrolled, head, cut, sideways } = await measure(page);

        expect({ scrolled, head, cut, sideways: sideways > 0 }).toEqual({
          scrolled: 600,
          head: 0,
          cut: 0,
          sideways: false,
        });
        expect(complaints).toEqual([]);
        await close();
      }
    },
    60_000,
  );

  it('stick to the banner of an administrator who acts for a customer', async () => {
    const cookies = cookiesOf(await actingFor(desk.ada));
    const { page, close } = await app.browser.open(`${app.home}/positions`, { cookies });
    const { head, height } = await measure(page);

    expect(head).toBeGreaterThan(-4);
    expect(head).toBeLessThanOrEqual(0);
    expect(height).toBeGreaterThan(20);
    await close();
  }, 60_000);

  it.each(lists)(
    'of %s scroll sideways with their table in a window that is too narrow for it',
    async (_what, toPath) => {
      const { page, close } = await app.enter(desk.ada, toPath(), { width: 1100 });
      await page.evaluate(() => {
        for (const cell of document.querySelectorAll('main .scroll thead th'))
          (cell as HTMLElement).style.minWidth = '16rem';
      });
      const { cut, sideways, overflow } = await measure(page);

      expect({ isCut: cut > 0, sideways: sideways > 0, overflow }).toEqual({
        isCut: true,
        sideways: false,
        overflow: 'auto',
      });
      await close();
    },
    60_000,
  );
});
