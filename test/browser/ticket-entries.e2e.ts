import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { type BackOffice, openBackOffice } from '../support/back-office.js';

describe('the preview of a ticket while it is filled in', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  let gas: number;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    const groupId = (await desk.read<{ group_id: number }>(`/products/${desk.productId}`)).group_id;
    const productId = await desk.data.product(groupId, {
      symbol: 'NG',
      tick_size: 0.001,
      tick_value: 10,
      multiplier: 10_000,
    });
    gas = await desk.data.instrument(productId, { symbol: 'NGF99', settlement_price: '4.219' });
  }, 60_000);
  afterAll(() => app.close());

  const enter = async () => {
    const window = await app.enter(desk.ada, `/desk/${gas}`);
    await window.page.locator('#pulse[data-state="live"]').waitFor();
    return window;
  };
  const fill = async (page: Page, quantity: string, price: string): Promise<void> => {
    await page.getByLabel('Quantity').fill(quantity);
    await page.getByLabel('Limit price').fill(price);
  };
  const readPreview = (page: Page) => page.locator('[data-preview]');

  it('says what is wrong about a quantity or a price, and previews the order once it is right', async () => {
    const { page, complaints, close } = await enter();
    await page.getByLabel('Buy', { exact: true }).check();
    for (const [quantity, price, words] of [
      ['1', '4,219', '“4,219” may be 4219 or 4,2190. Write it in one of these ways.'],
      ['1', '1.2.3', 'Enter prices in plain digits, such as 4500.25.'],
      ['1', 'abc', 'Enter prices in plain digits, such as 4500.25.'],
      ['1', '4.2195', 'the nearest are 4.219 and 4.220'],
      ['1.5', '4.219', 'Enter the quantity as a whole number, such as 5.'],
      ['100000', '4.219', 'An order here may be for 2500 at most.'],
    ] as const) {
      await fill(page, quantity, price);
      await readPreview(page).locator('.refusal', { hasText: words }).waitFor();
      await fill(page, '1', '4.219');
      await readPreview(page).locator('.info').waitFor();
      expect(await page.locator('[data-preview] .refusal').count()).toBe(0);
    }
    expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
    await close();
  }, 60_000);

  it('says it before side and quantity are chosen, and nothing of a number that is half typed', async () => {
    const { page, close } = await enter();
    const asked: string[] = [];
    page.on('request', (request) => request.url().endsWith('/preview') && asked.push(request.url()));
    for (const half of ['-', '4.', '4,']) await page.getByLabel('Limit price').fill(half);
    await page.waitForTimeout(700);
    expect([asked, await readPreview(page).innerText()]).toEqual([[], '']);
    await page.getByLabel('Limit price').fill('4,219');
    await page.waitForTimeout(200);
    expect(await readPreview(page).innerText()).toBe('');
    await readPreview(page).getByText('“4,219” may be 4219 or 4,2190.').waitFor();
    expect(await readPreview(page).innerText()).not.toMatch(/Choose|quantity/);
    await close();
  }, 60_000);

  it('comes after all where the answer to the first question was lost', async () => {
    const { page, close } = await enter();
    let asked = 0;
    await page.route('**/orders/ticket/preview', (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : asked === 2 ? route.fulfill({ status: 503, body: '' }) : route.continue();
    });
    await page.getByLabel('Buy', { exact: true }).check();
    await fill(page, '1', '4.219');
    await readPreview(page).locator('.info').waitFor({ timeout: 15_000 });
    expect(asked).toBe(3);
    await close();
  }, 60_000);
});
