import type { Page } from 'playwright-core';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, openBrowser, type Window } from '../support/browser.js';
import { cuttingProxy } from '../support/cutting-proxy.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { until } from '../support/postgres-service.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

const OUTAGE_MS = 8000;
const RECOVERY_MS = 10_000;

const notice = (page: Page) => page.locator('#not-live');
const badge = (page: Page) => page.locator('#asof [data-live]');

describe('live pages across a restart of the service', () => {
  let testApp: TestApp;
  let browser: Browser;
  let floor: Floor;
  let ada: Person;
  let acctId: number;
  let proxy: Awaited<ReturnType<typeof cuttingProxy>>;
  beforeAll(async () => {
    [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
    ada = await people.ada(testApp);
    floor = await tradingFloor(testApp);
    acctId = await floor.account(ada);
    proxy = await cuttingProxy(await testApp.url());
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    proxy.close();
    await testApp.close();
  });

  const order = async (): Promise<number> =>
    (await floor.order(ada.token, floor.limit(acctId, { limit_price: 10 }))).id;
  const enter = async (person: Person, path: string): Promise<Window> =>
    browser.open(proxy.url + path, { cookies: await signedIn(testApp, person) });
  const interrupt = async (pages: readonly Page[], meanwhile: () => Promise<void>): Promise<void> => {
    await proxy.refuse();
    await Promise.all([pause(OUTAGE_MS), ...pages.map((page) => notice(page).waitFor({ timeout: 20_000 }))]);
    await meanwhile();
    await proxy.accept();
  };

  it('remove "Not live since" from each of eight tabs and show the missed events, also in tabs without a stream', async () => {
    const { page: first, close } = await enter(ada, '/orders');
    const id = await order();
    const paths = ['/orders', '/positions', '/fills', `/orders/${id}`, '/accounts', '/orders', '/desk', '/desk'];
    const pages = [first, ...(await Promise.all(paths.slice(1).map(() => first.context().newPage())))];
    for (const [index, page] of pages.entries()) await page.goto(`${proxy.url}${paths[index]}`);
    let missed = 0;
    await interrupt(pages, async () => void (missed = await order()));
    await pause(RECOVERY_MS);

    expect(await Promise.all(pages.map((page) => notice(page).count()))).toEqual(pages.map(() => 0));
    const [, , , , , withoutStream, ...overviews] = pages as [Page, Page, Page, Page, Page, Page, Page];
    for (const page of [first, withoutStream])
      await page.locator(`#o${missed}`).waitFor({ state: 'attached', timeout: 10_000 });
    // Four tabs hold the streams. The others ask, and do not claim more.
    expect(await Promise.all(overviews.map((page) => badge(page).innerText()))).toEqual(['As of', 'As of']);

    for (const page of pages.slice(0, 4)) await page.close();
    await until(
      () => Promise.all(overviews.map((page) => badge(page).innerText())),
      (words) => words.every((word) => word === 'Live'),
      20_000,
    );
    await close();
  }, 120_000);

  it('remove "Not live since" from a page without an event stream', async () => {
    const { page, close } = await enter(await people.admin(testApp), '/administration');
    await page.locator('#standing').waitFor();
    const look = (): Promise<void> => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
    await proxy.refuse();
    await look();
    await notice(page).waitFor({ timeout: 20_000 });
    await proxy.accept();
    const remaining = await until(
      () => notice(page).count(),
      (count) => count === 0,
      RECOVERY_MS,
    );

    expect(remaining).toBe(0);
    await close();
  }, 60_000);
});
