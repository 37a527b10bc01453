import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Window } from '../support/browser.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('ladder on the page of an instrument', () => {
  let testApp: TestApp;
  let browser: Browser;
  let floor: Floor;
  let [ada, bob] = [{} as Person, {} as Person];
  let [adas, bobs] = [0, 0];
  beforeAll(async () => {
    [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
    floor = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const enter = async (script = true): Promise<Window> =>
    browser.open(`${await testApp.url()}/desk/${floor.instrumentId}`, {
      script,
      cookies: await signedIn(testApp, ada),
    });
  const offer = (price: number) => floor.order(bob.token, floor.limit(bobs, { side: 'Sell', limit_price: price }));
  const bid = (price: number) => floor.order(ada.token, floor.limit(adas, { side: 'Buy', limit_price: price }));
  const cancel = (person: Person, { id }: Readonly<{ id: number }>) =>
    floor.act(person.token, { action_type: 'OrderCancellation', order_id: id });

  /** What the rows of the ladder are, from above: a bid, an offer, a price without either, or no price at all. */
  const listKinds = (page: Page): Promise<string[]> =>
    page
      .locator('#ladder tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          row.querySelector('a') === null
            ? 'words'
            : (/bid|offer/.exec(row.getAttribute('class') ?? '')?.[0] ?? 'price'),
        ),
      );
  const readPrices = (page: Page): Promise<string[]> => page.locator('#ladder tbody a').allInnerTexts();

  it('has no bid above the spread when the market has risen through the rows, which keep their prices', async () => {
    const [low, high] = [await offer(6700.25), await offer(6701)];
    await bid(6700);
    const { page, close } = await enter();
    await page.locator('#pulse[data-state="live"]').waitFor();
    const prices = await readPrices(page);
    await cancel(bob, low);
    await bid(6700.75);
    await page.locator('.bid a', { hasText: '6700.75' }).waitFor();

    expect(await readPrices(page)).toEqual(prices);
    const kinds = await listKinds(page);
    expect(kinds.slice(kinds.indexOf('words') + 1).filter((kind) => kind === 'bid')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'bid' || kind === 'offer')).toEqual(['offer', 'bid', 'bid']);
    await page.locator('section.booked', { hasText: '0.25 spread' }).waitFor();
    await cancel(bob, high);
    await page.locator('section.booked', { hasText: 'No offers.' }).waitFor();
    await close();
  }, 60_000);
});
