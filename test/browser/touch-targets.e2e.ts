import { type Browser, openBrowser } from '../support/browser.js';
import type { PageFixture } from '../support/page-fixture.js';
import { filled } from '../support/page-rows.js';
import { listSmallTargets } from '../support/touch-targets.js';
import { openTypical } from './states/page-fixtures.js';
import { pages } from './states/pages.js';

/** The pages of a day's work, and one of each kind that shares their style sheets. */
const endpoints = [
  '/',
  '/desk',
  '/desk/:instrument_id',
  '/marketdata',
  '/watchlists',
  '/alerts',
  '/orders',
  '/orders/:id',
  '/fills',
  '/orderactions',
  '/positions',
  '/accounts',
  '/accounts/:acct_id',
  '/reconciliation/breaks',
  '/administration',
  '/docs/errors',
  '/docs/:guide',
].map((path) => `GET ${path}`);

const cases = pages.flatMap(({ endpoint, by, typical }, n) =>
  endpoints.includes(endpoint) &&
  pages.findIndex((row) => row.endpoint === endpoint) === n &&
  typeof typical === 'string'
    ? [{ endpoint, by, place: typical }]
    : [],
);

describe('what a finger presses at 360 pixels', () => {
  let world: PageFixture;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([openTypical(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.testApp.close();
  });

  it.each(cases)('is at least 44 pixels high on $endpoint', async ({ endpoint, by, place }) => {
    const { cookies } = await world.browserOf(by);
    const { page, close } = await browser.open(world.home + filled(place, world.names), {
      ...{ width: 360, isTouched: true },
      cookies: Object.fromEntries([...cookies].map(([name, { value }]) => [name, value])),
    });

    // A script makes the boxes of the chart's studies.
    if (endpoint === 'GET /desk/:instrument_id') await page.locator('.studies label').first().waitFor();
    expect(await page.evaluate(listSmallTargets)).toEqual([]);
    await close();
  });
});
