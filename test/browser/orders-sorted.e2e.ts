import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Display, type Window } from '../support/browser.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { accessibilityFaults } from '../support/page-validators.js';
import { hasOpenStream } from '../support/listening-pages.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('GET /orders sorted by a column', () => {
  let testApp: TestApp;
  let browser: Browser;
  let floor: Floor;
  let home: string;
  let ada = {} as Person;
  let [adas, bobs] = [0, 0];
  beforeAll(async () => {
    [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
    [home, floor, ada] = [await testApp.url(), await tradingFloor(testApp), await people.ada(testApp)];
    [adas, bobs] = [await floor.account(ada), await floor.account(await people.bob(testApp))];
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });
  afterEach(() => floor.act(ada.token, { action_type: 'MassCancellation', acct_id: adas }));

  const enter = async (path: string, display: Display = {}): Promise<Window> =>
    browser.open(home + path, { ...display, cookies: await signedIn(testApp, ada) });
  const place = async (quantity: number, price = 6000): Promise<number> =>
    (await floor.order(ada.token, floor.limit(adas, { quantity, limit_price: price }))).id;
  const sell = async (quantity: number, price: number): Promise<void> => {
    const bob = await people.bob(testApp);
    await floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity, limit_price: price }));
  };
  const listRows = (page: Page): Promise<string[]> =>
    page.locator('#blotter tbody tr').evaluateAll((rows) => rows.map(({ id }) => id));
  const toRows = (...ids: readonly number[]): string[] => ids.map((id) => `o${id}`);
  const listHeads = (page: Page): Promise<(string | null)[][]> =>
    page
      .locator('#blotter thead th:has(a)')
      .evaluateAll((heads) => heads.map((head) => [head.textContent, head.getAttribute('aria-sort')]));

  it.each([true, false])(
    'follows the heads by keyboard and keeps the filter; with a script: %s',
    async (script) => {
      const [a, b, c] = [await place(7), await place(30), await place(1)];
      const { page, complaints, close } = await enter(`/orders?acct_id=${adas}&status=Open&newest=false`, { script });

      expect(await listHeads(page)).toEqual([
        ['Order', 'ascending'],
        ['Instrument', null],
        ['Side', null],
        ['Quantity', null],
        ['Filled', null],
        ['Limit', null],
        ['Type', null],
      ]);

      await page.locator('th', { hasText: 'Quantity' }).getByRole('link').focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${home}/orders?acct_id=${adas}&status=Open&sort=-quantity`);
      expect(await listRows(page)).toEqual(toRows(b, a, c));
      expect(await page.locator('th[aria-sort]').evaluateAll((heads) => heads.map((head) => head.textContent))).toEqual(
        ['Quantity'],
      );
      expect(await page.locator('form[role=search] input[name=sort]').getAttribute('value')).toBe('-quantity');

      await page.locator('th', { hasText: 'Quantity' }).getByRole('link').click();
      await page.waitForURL(/&sort=quantity$/);
      expect(await listRows(page)).toEqual(toRows(c, a, b));
      if (script) expect(await accessibilityFaults(page)).toEqual([]);

      await page.locator('th', { hasText: 'Quantity' }).getByRole('link').click();
      await page.waitForURL(`${home}/orders?acct_id=${adas}&status=Open`);
      expect(await listRows(page)).toEqual(toRows(c, b, a));

      await page.goto(`${home}/orders?acct_id=${adas}&status=Open&sort=side`);
      await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'All' }).click();
      await page.waitForURL(`${home}/orders?acct_id=${adas}`);
      expect(await listHeads(page)).toEqual([['Order', 'descending']]);
      expect(complaints.filter((one) => one !== `failed: ${home}/events`)).toEqual([]);
      await close();
    },
    60_000,
  );

  it('offers the same links above the cards of a telephone', async () => {
    const [a, b] = [await place(7), await place(30)];
    const { page, close } = await enter(`/orders?acct_id=${adas}&status=Open`, { width: 390 });
    await page.getByText('Sort', { exact: false }).first().click();
    await page.getByRole('listitem').getByRole('link', { name: 'Quantity' }).click();
    await page.waitForURL(/sort=-quantity$/);

    expect(await listRows(page)).toEqual(toRows(b, a));
    expect(await page.locator('.sort-choice summary').innerText()).toContain('Quantity, descending');
    await close();
  });

  it('announces new and moved orders, and does not put them in a wrong place', async () => {
    const [a, b] = [await place(5, 6100), await place(9)];
    const { page, close } = await enter(`/orders?acct_id=${adas}&status=Open&sort=-filled_quantity`);
    await hasOpenStream(page);
    expect(await listRows(page)).toEqual(toRows(a, b));

    const c = await place(2, 6200);
    await page.getByRole('status').getByRole('link', { name: 'Show the new order' }).waitFor();
    expect(await listRows(page)).toEqual(toRows(a, b));
    await page.getByRole('link', { name: 'Show the new order' }).click();
    await page.locator(`#o${c}`).waitFor();
    expect(await listRows(page)).toEqual(toRows(a, b, c));

    await hasOpenStream(page);
    await sell(1, 6200);
    await page.getByRole('status').getByRole('link', { name: 'Sort again' }).waitFor();
    expect(await listRows(page)).toEqual(toRows(a, b, c));
    await page.getByRole('link', { name: 'Sort again' }).click();
    await page.locator(`#blotter tbody tr:first-child#o${c}`).waitFor();
    expect(await listRows(page)).toEqual(toRows(c, a, b));
    await close();
  }, 60_000);

  it('appends further pages in order', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push(await place(1 + ((n * 5) % 12)));
    const { page, close } = await enter(`/orders?acct_id=${adas}&status=Open&sort=quantity&per_page=5`);
    await hasOpenStream(page);
    for (const count of [10, 12]) {
      await page.locator('.next a').click();
      await page.locator('[data-news]', { hasText: `${count} orders are shown.` }).waitFor();
    }
    const quantities = await page.locator('#blotter tbody td:nth-child(4)').allTextContents();

    expect(quantities.map(Number)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
    await close();
  });

  it('offers no order by columns for more than 1,000 orders, and says what to do where it is asked for', async () => {
    for (let n = 0; n < 11; n++)
      await floor.act(ada.token, { actions: Array.from({ length: n < 10 ? 100 : 1 }, () => floor.limit(adas)) });
    const { page, close } = await enter(`/orders?acct_id=${adas}&status=Open`, { script: false });

    expect(await listHeads(page)).toEqual([['Order', 'descending']]);

    await page.locator('.next a').click();
    expect(await listHeads(page)).toEqual([['Order', 'descending']]);
    const refused = await page.goto(`${home}/orders?acct_id=${adas}&status=Open&sort=quantity`);
    expect(refused?.status()).toBe(422);
    expect(await page.locator('main').innerText()).toContain('Filter by account, symbol or side');
    await close();
  }, 60_000);
});
