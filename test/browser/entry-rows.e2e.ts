import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { type BackOffice, openBackOffice } from '../support/back-office.js';

describe('rows of the form for reference positions', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
  }, 60_000);
  afterAll(() => app.close());

  it('are added below those that were typed, which stay and are sent', async () => {
    const { page, complaints, close } = await app.enter(desk.admin, `/refpositions/new?acct_id=${desk.adas}`);
    await page.getByLabel('Date').fill('2026-01-30');
    await page.getByLabel('Instrument, row 1', { exact: true }).fill('DESK');
    await page.getByLabel('Quantity, row 1', { exact: true }).fill('3');
    await page.getByLabel('Price, row 1', { exact: true }).fill('6700');
    const before = await page.locator('.entry tbody tr').count();
    await page.locator('[data-more-rows]').click();

    expect(await page.locator('.entry tbody tr').count()).toBe(2 * before);
    expect(await page.getByLabel('Instrument, row 1', { exact: true }).inputValue()).toBe('DESK');
    const next = page.getByLabel(`Instrument, row ${before + 1}`, { exact: true });
    expect(await next.evaluate((field) => field === document.activeElement)).toBe(true);
    await next.fill('nowhere');
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.locator('input[value="nowhere"]').waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('are added without a script as well, below those that were typed', async () => {
    const { page, complaints, close } = await app.enter(desk.admin, '/refpositions/new', { script: false });
    await page.getByLabel('Instrument, row 2', { exact: true }).fill('<DESK>');
    await page.getByLabel('Price, row 2', { exact: true }).fill('6700.x');
    const before = await page.locator('.entry tbody tr').count();
    await page.locator('[data-more-rows]').click();
    await page.getByLabel(`Instrument, row ${2 * before}`, { exact: true }).waitFor();

    expect(await page.locator('.entry tbody tr').count()).toBe(2 * before);
    expect(await page.getByLabel('Instrument, row 2', { exact: true }).inputValue()).toBe('<DESK>');
    expect(await page.getByLabel('Price, row 2', { exact: true }).inputValue()).toBe('6700.x');
    expect(await page.locator('.fault, .refusal').count()).toBe(0);
    await page.getByLabel('Date').fill('2026-01-30');
    await page.locator('[data-more-rows]').click();
    expect(await page.getByLabel('Date').inputValue()).toBe('2026-01-30');
    expect(await page.locator('.entry tbody tr').count()).toBe(4 * before);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
});
