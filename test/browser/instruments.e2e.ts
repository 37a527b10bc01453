import { type Browser, openBrowser, type Display, type Window } from '../support/browser.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { accessibilityFaults } from '../support/page-validators.js';
import { people, type Person } from '../support/people.js';
import { referenceData } from '../support/reference-data.js';

describe('reference data pages', () => {
  let testApp: TestApp;
  let browser: Browser;
  let home: string;
  let ada: Person;
  let paths: readonly string[];
  beforeAll(async () => {
    testApp = await openTestApp();
    [browser, home, ada] = [await openBrowser(), await testApp.url(), await people.ada(testApp)];
    const data = referenceData(testApp, (await people.admin(testApp)).token);
    const group = await data.group();
    const product = await data.product(group, { name: '<i>E-mini</i>' });
    const empty = await data.group({
      symbol: 'EMPTY',
      session_calendar: { session_start_times: [0], session_end_times: [1440] },
    });
    const instrument = await data.instrument(product);
    for (const [symbol, details] of [
      ['OLD', { expiration: '2026-09-18', settlement_price: 100.5 }],
      ['HALT', { expiration: undefined, settlement_price: undefined, status: 'Halted' }],
    ] as const)
      await data.instrument(product, { symbol, ...details });
    paths = [
      `/productgroups/${empty}`,
      `/products/${product}`,
      `/instruments/${instrument}`,
      '/instruments?per_page=1&status=Open&status=Halted',
    ];
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const enter = async (path: string, display: Display = {}): Promise<Window> =>
    browser.open(home + path, { ...display, cookies: await signedIn(testApp, ada) });

  // Without forced colors, test/browser/states judges these pages.
  it.each<Display>([{ colors: 'light', width: 360, forcedColours: true }])(
    'pass axe: %j',
    async (display) => {
      const { page, complaints, close } = await enter('/productgroups', display);
      for (const path of paths) {
        await page.goto(home + path);

        expect({ path, faults: await accessibilityFaults(page) }).toEqual({ path, faults: [] });
        expect({ path, width: await page.evaluate(() => document.documentElement.scrollWidth) }).toEqual({
          path,
          width: display.width,
        });
        expect(await page.locator('h1').count()).toBe(1);
      }
      expect(complaints).toEqual([]);
      await close();
    },
    60_000,
  );

  it('put figures of several ticks under their heads, without padding', async () => {
    const { body } = await testApp.request('GET', '/instruments', { as: ada.token, accept: 'text/html' });

    expect(body).toContain('<td class="n" data-label="Settlement">6712.25</td>');
    expect(body).toContain('<td class="n" data-label="Settlement">100.50</td>');
  });

  it('link a found instrument to its product, and a group to its products and instruments', async () => {
    const { page, close } = await enter('/instruments');
    await page.getByLabel('Symbol or name').fill('z99');
    await page.getByRole('button', { name: 'Search' }).click();

    expect(new URL(page.url()).search).toBe('?search=z99&status=');
    expect(await page.locator('tbody tr').count()).toBe(1);
    expect(await page.locator('tbody').innerText()).toMatch(
      /ESZ99\s+ES\s+Future\s+Open\s+2099-12-18\s+0\.25\s+6712\.25\s+USD/,
    );

    await page.getByRole('link', { name: 'Product groups' }).click();
    await page.getByRole('link', { name: 'CME-INDEX' }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('CME index futures');
    expect(await page.locator('main').innerText()).toMatch(/Sunday 17:00\s+Monday 16:00/);
    expect(await page.locator('main').innerText()).toMatch(
      /2099-12-24\s+Christmas Eve\s+until 12:15\s+2099-12-25\s+Christmas\s+none/,
    );
    expect(await page.locator('main').innerText()).toContain('<i>E-mini</i>');

    await page.getByRole('link', { name: 'All instruments of this group' }).click();
    expect(await page.locator('tbody tr').count()).toBe(3);
    await close();
  });
});
