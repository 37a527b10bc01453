import { type Browser, openBrowser, type Window } from '../support/browser.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { accessibilityFaults } from '../support/page-validators.js';
import { hasOpenStream } from '../support/listening-pages.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('GET /orders while orders change', () => {
  let testApp: TestApp;
  let browser: Browser;
  let floor: Floor;
  let home: string;
  let ada = {} as Person;
  let adas = 0;
  beforeAll(async () => {
    [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
    [home, floor, ada] = [await testApp.url(), await tradingFloor(testApp), await people.ada(testApp)];
    adas = await floor.account(ada);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const enter = async (path: string): Promise<Window> =>
    browser.open(home + path, { cookies: await signedIn(testApp, ada) });

  it('keeps the scroll position when rows are inserted above, shows not live since, and catches up', async () => {
    for (let n = 0; n < 45; n++) await floor.order(ada.token, floor.limit(adas, { limit_price: 6000 + n }));
    const { page, close } = await enter('/orders?status=Open');
    await hasOpenStream(page);
    const box = page.locator('.scroll.blotter');
    const place = (): Promise<readonly [scrollTop: number, rowTop: number]> =>
      box.evaluate(
        (scroller) =>
          [
            scroller.scrollTop,
            Math.round(scroller.querySelectorAll('tr[data-read]')[0]?.getBoundingClientRect().top ?? NaN),
          ] as const,
      );
    await box.evaluate((scroller) => {
      scroller.scrollTop = 300;
      scroller.querySelectorAll('tbody tr')[20]?.setAttribute('data-read', '');
    });
    const before = await place();
    const { id } = await floor.order(ada.token, floor.limit(adas, { limit_price: 6500 }));
    await page.locator(`#o${id}`).waitFor({ state: 'attached' });
    const after = await place();

    expect(before[0]).toBe(300);
    expect(after[0]).toBeGreaterThan(300);
    expect(Math.abs(after[1] - before[1])).toBeLessThanOrEqual(1);

    await page.context().setOffline(true);
    const notice = page.getByRole('status').filter({ hasText: /^Not live since \d\d:\d\d:\d\d\. Reconnecting…$/ });
    await notice.waitFor();
    const { id: missed } = await floor.order(ada.token, floor.limit(adas, { limit_price: 6501 }));
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached', timeout: 20_000 });
    await page.locator(`#o${missed}`).waitFor({ state: 'attached' });
    expect(Math.abs((await place())[1] - before[1])).toBeLessThanOrEqual(1);

    await page.goto(`${home}/positions`);
    await hasOpenStream(page);
    await page.context().setOffline(true);
    await notice.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached', timeout: 20_000 });
    await close();
  }, 90_000);

  it('takes in orders of everybody but the market maker, where these are left out', async () => {
    const [maker, admin] = [await people.named(testApp, 'maker'), await people.admin(testApp)];
    const makers = await floor.account(maker);
    await testApp.orm.em.execute(`update users set password_hash = '!market-maker' where id = ?`, [maker.id]);
    const { page, close } = await browser.open(`${home}/orders`, { cookies: await signedIn(testApp, admin) });
    await hasOpenStream(page);
    const { id: left } = await floor.order(maker.token, floor.limit(makers, { limit_price: 6000 }));
    const { id: taken } = await floor.order(ada.token, floor.limit(adas, { limit_price: 6000 }));
    await page.locator(`#o${taken}`).waitFor({ state: 'attached' });
    expect(await page.locator(`#o${left}`).count()).toBe(0);
    expect(await page.locator('[data-news]').textContent()).toBe('A new order is in the list.');
    await close();
  }, 60_000);

  it('leads from a list that came anew to its own next page, after another was appended', async () => {
    const bob = await people.bob(testApp);
    const bobs = await floor.account(bob);
    for (let n = 0; n < 5; n++) await floor.order(bob.token, floor.limit(bobs, { limit_price: 6000 + n }));
    const { page, close } = await browser.open(`${home}/orders?status=Open&per_page=2`, {
      cookies: await signedIn(testApp, bob),
    });
    await hasOpenStream(page);
    const rows = page.locator('#blotter tbody tr');
    const next = page.locator('.toolbar .next a');
    const first = await next.getAttribute('href');
    await next.click();
    await rows.nth(3).waitFor();
    expect(await next.getAttribute('href')).not.toBe(first);

    await floor.data.turn(floor.instrumentId, 'Halted');
    await page.locator('.pause').waitFor();
    await rows.nth(2).waitFor({ state: 'detached' });
    await floor.data.turn(floor.instrumentId, 'Open');
    // The list comes anew once more.
    await page.locator('.pause').waitFor({ state: 'detached' });
    expect(await next.getAttribute('href')).toBe(first);
    await next.click();
    await rows.nth(3).waitFor();
    await close();
  }, 60_000);
});
