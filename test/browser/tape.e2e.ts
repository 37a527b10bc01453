import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';

describe('the last trades of the desk', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    for (let at = 0; at < 30; at++) await desk.trade(1, 6700);
  }, 60_000);
  afterAll(() => app.close());

  it('fill their column in a wide and high window, and are those that the page came with in another', async () => {
    const { page, complaints, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    await page.locator('#pulse[data-state="live"]').waitFor();
    expect(await page.locator('#trades tbody tr').count()).toBe(10);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.locator('#trades tbody tr:nth-child(30)').waitFor();
    await page.reload();
    await page.locator('#trades tbody tr:nth-child(30)').waitFor();
    await desk.trade(2, 6700);
    await page.locator('#trades tbody tr:nth-child(31)').waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
});
