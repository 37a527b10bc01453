import { type Browser, openBrowser } from '../support/browser.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

/** Runs in the page: takes down at what time the last price and the mark of the position change. */
function noteTimes(): void {
  const times: [string, number][] = [];
  Object.assign(globalThis, { times });
  const note = (name: string, selector: string): void => {
    let before = document.querySelector(selector)?.textContent;
    new MutationObserver(() => {
      const now = document.querySelector(selector)?.textContent;
      if (now !== before) times.push([`${name} ${now ?? ''}`, performance.now()]);
      before = now;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  };
  note('last', '#quote [data-q="Last.price"]');
  note('mark', '#mine tbody td:nth-child(7)');
  note('unrealized', '#mine tbody td:nth-child(4)');
}

describe('position on the page of an instrument', () => {
  let testApp: TestApp;
  let browser: Browser;
  let floor: Floor;
  let [ada, bob, eve] = [{} as Person, {} as Person, {} as Person];
  let [adas, bobs, eves] = [0, 0, 0];
  beforeAll(async () => {
    [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
    floor = await tradingFloor(testApp);
    [ada, bob, eve] = [await people.ada(testApp), await people.bob(testApp), await people.eve(testApp)];
    [adas, bobs, eves] = [await floor.account(ada), await floor.account(bob), await floor.account(eve)];
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const trade = async (buyer: Person, acctId: number, price: number, quantity: number): Promise<void> => {
    await floor.order(bob.token, floor.limit(bobs, { side: 'Sell', limit_price: price, quantity }));
    await floor.order(buyer.token, floor.limit(acctId, { side: 'Buy', limit_price: price, quantity }));
  };

  it('is marked in the same frame as the quote when others trade', async () => {
    await trade(ada, adas, 6700, 3);
    const { page, complaints, close } = await browser.open(`${await testApp.url()}/desk/${floor.instrumentId}`, {
      cookies: await signedIn(testApp, ada),
    });
    await page.locator('#pulse[data-state="live"]').waitFor();
    await page.evaluate(noteTimes);
    await trade(eve, eves, 6712.5, 1);
    const unrealized = page.locator('#mine tbody td.pos:nth-child(4)', { hasText: /^\+1,875\.00$/ });
    await unrealized.waitFor();
    const times = new Map(await page.evaluate(() => (globalThis as unknown as { times: [string, number][] }).times));

    expect([...times.keys()]).toEqual(['last 6712.50', 'mark 6712.50', 'unrealized +1,875.00']);
    expect(Math.abs((times.get('mark 6712.50') ?? 0) - (times.get('last 6712.50') ?? 0))).toBeLessThan(100);
    await trade(eve, eves, 6699.75, 1);
    await page.locator('#mine tbody td.neg:nth-child(4)', { hasText: /^-37\.50$/ }).waitFor();
    // What the service says afterwards is the same.
    await page.reload();
    expect(await page.locator('#mine tbody td.neg:nth-child(4)').innerText()).toBe('-37.50');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
});
