import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';

describe('GET /desk/:id of an instrument that is halted', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    await desk.trade(1, 6700);
  }, 60_000);
  afterAll(() => app.close());

  it('says in one line that nothing trades, by whom and since when, and that it is live once trading resumes', async () => {
    const { page, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    const says = (words: string) => page.locator('#pulse', { hasText: words }).waitFor();
    await says('Live: prices move with the market.');
    expect(await page.locator('.contract').innerText()).toMatch(/^open until /);
    await desk.data.turn(desk.instrumentId, 'Halted');
    await says('Connected: nothing trades while it is halted.');
    await page
      .locator('.contract', { hasText: /^halted by an administrator since \d{4}-\d\d-\d\d \d\d:\d\d/ })
      .waitFor();
    expect((await page.locator('.under').boundingBox())?.height).toBeLessThan(45);

    await page.reload();
    await says('Connected: nothing trades while it is halted.');
    await desk.data.turn(desk.instrumentId, 'Open');
    await says('Live: prices move with the market.');
    await close();
  }, 60_000);
});
