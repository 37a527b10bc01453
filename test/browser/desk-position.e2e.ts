import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { hasOpenStream } from '../support/listening-pages.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('the position on GET /desk/:id', () => {
  let app: BrowserApp;
  let floor: Floor;
  let [ada, bob] = [{} as Person, {} as Person];
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    [ada, bob] = [await people.ada(app.testApp), await people.bob(app.testApp)];
    await floor.account(ada);
    const bobs = await floor.account(bob);
    await floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity: 50, limit_price: 6700 }));
  }, 60_000);
  afterAll(() => app.close());

  it('is asked for as soon as an order of the reader trades, without the wait of events that concern everybody', async () => {
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    // The longest wait of all.
    await page.evaluate('Math.random = () => 0.999');
    await hasOpenStream(page);
    const waits: number[] = [];
    for (const quantity of [2, 3, 4]) {
      await page.waitForTimeout(1_500);
      await page.getByLabel('Buy', { exact: true }).check();
      await page.getByLabel('Quantity', { exact: true }).fill(String(quantity));
      await page.getByLabel('Limit price', { exact: true }).fill('6700');
      const sent = page.waitForResponse('**/orders/ticket');
      const asked = page.waitForRequest((request) => request.url().endsWith(`/desk/${floor.instrumentId}`));
      await page.locator('[data-send]').click();
      await sent;
      const sentAt = performance.now();
      await asked;
      waits.push(performance.now() - sentAt);
      await page.locator('[data-sent]', { hasText: 'See the order' }).waitFor();
    }

    await page.locator('[name="_position"][value="9"]').waitFor({ state: 'attached' });
    expect(Math.min(...waits)).toBeLessThan(500);
    await close();
  }, 60_000);
});
