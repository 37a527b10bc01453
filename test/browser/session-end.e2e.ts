import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('a page of the market says once whether it is live', () => {
  let app: BrowserApp;
  let floor: Floor;
  let ada: Person;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    ada = await people.ada(app.testApp);
    await floor.account(ada);
  }, 60_000);
  afterAll(() => app.close());

  const signIn = async (page: Page, { email, password }: Person): Promise<void> => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as').waitFor();
  };
  const state = (page: Page, words: string) => page.locator('#pulse', { hasText: words }).waitFor();
  const isLive = (page: Page) => page.locator('#pulse[data-state="live"]').waitFor();
  const countNotLive = (page: Page): Promise<number> =>
    page
      .getByRole('main')
      .getByText(/Not live/)
      .count();

  it('after a sign-out in another window, until the same user signs in again there', async () => {
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await isLive(page);
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Limit price').fill('6600');
    await page.getByLabel('Quantity').fill('2');
    await page.locator('[data-preview] .info').waitFor();
    await page.clock.install();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Sign out' }).click();
    await state(page, 'you are signed out');
    await page.evaluate(() => document.dispatchEvent(new Event('market-moved')));
    // Longer than the events of the account take to be refused, and than a preview takes.
    await page.clock.fastForward(8_000);
    await page.waitForTimeout(1_000);
    expect([await countNotLive(page), await page.locator('#not-live, .ticket .refusal').count()]).toEqual([1, 0]);
    expect(await page.locator('#pulse a').getAttribute('href')).toBe(
      `/login?resume=${encodeURIComponent(`/desk/${floor.instrumentId}`)}`,
    );

    await other.goto(new URL('/login', page.url()).href);
    await signIn(other, ada);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await isLive(page);
    await page.locator('[data-send]').click();
    await page.locator('[data-sent]', { hasText: 'is open' }).waitFor();
    await close();
  }, 60_000);

  it('while prices come and events do not', async () => {
    const { page, close } = await app.enter(ada, '/docs');
    await page.context().route(/\/events/, (route) => route.abort());
    await page.goto(new URL(`/desk/${floor.instrumentId}`, page.url()).href);
    await state(page, 'Prices are live. Everything else here is of');
    expect(await page.locator('#not-live').count()).toBe(0);
    await page.context().unrouteAll();
    await close();
  }, 60_000);
});
