import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Sight } from '../support/browser.js';
import { type Desk, openDesk } from '../support/desk.js';
import { type House, openHouse } from '../support/house.js';
import { accessibilityFaults, markupFaults } from '../support/judges.js';
import { visitor } from '../support/visitor.js';

describe('the pages of the market', () => {
  let house: House;
  let browser: Browser;
  let home: string;
  let desk: Desk;
  let paths: readonly string[];
  beforeAll(async () => {
    house = await openHouse();
    [browser, home, desk] = [await openBrowser(), await house.url(), await openDesk(house)];
    const quiet = await desk.data.instrument(desk.productId, { symbol: 'QUIET', settlement_price: undefined });
    await desk.trade(3, 6700.25);
    await desk.trade(-12, 6650);
    const order = { acctId: desk.adas, instrumentId: desk.instrumentId, timeInForce: 'GTC', stopPrice: null, postOnly: false, expireDate: null, clientOrderId: null, tag: null } as const;
    for (const price of [6640, 6639.75, 6500]) await desk.carryOut({ type: 'LimitOrderSub', ...order, side: 'Buy', quantity: 7, limitPrice: { digits: price * 100, decimals: 2 } });
    const id = desk.instrumentId;
    paths = [
      ...['/marketdata', `/marketdata?instrument_ids=${id}&include_depth=10`, `/marketdata?instrument_ids=${quiet}&instrument_ids=${id}&sides=Last&sides=Buy`],
      ...['/trades?newest=true', `/trades?instrument_id=${id}&per_page=1`, `/trades?instrument_id=${quiet}`],
      ...['1m', '1d'].map((span) => `/bars?instrument_id=${id}&interval=${span}&newest=true`),
      `/bars?instrument_id=${quiet}&interval=1h`,
    ];
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await house.close();
  });

  const signIn = async (page: Page): Promise<void> => {
    await page.getByLabel('Email').fill(desk.ada.email);
    await page.getByLabel('Password').fill(desk.ada.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as').waitFor();
    await page.waitForLoadState('load');
  };

  it.each<Sight>([
    { colours: 'light', width: 1280 },
    { colours: 'dark', width: 360 },
  ])('can be used by everybody: %j', async (sight) => {
    const { page, complaints, close } = await browser.open(`${home}/login`, sight);
    await signIn(page);
    for (const path of paths) {
      await page.goto(home + path);

      expect({ path, faults: await accessibilityFaults(page) }).toEqual({ path, faults: [] });
      expect({ path, width: await page.evaluate(() => document.documentElement.scrollWidth) }).toEqual({ path, width: sight.width });
      expect(await page.locator('h1').count()).toBe(1);
    }
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('are valid markup', async () => {
    const ada = visitor(house);
    await ada.signIn(desk.ada);
    for (const path of paths) {
      const { body, statusCode } = await ada.get(path);

      expect({ path, statusCode, faults: await markupFaults(body) }).toEqual({ path, statusCode: 200, faults: [] });
    }
  });

  it('lead from the board to one instrument, its depth, its trades and its bars, without a script', async () => {
    const { page, close } = await browser.open(`${home}/login`, { script: false });
    await signIn(page);
    await page.getByRole('link', { name: 'Market', exact: true }).click();
    await page.getByLabel('DESK', { exact: true }).check();
    await page.getByRole('button', { name: 'Show only the chosen' }).click();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: 'Depth of DESK' }).click();
    expect(await page.getByRole('region', { name: 'Depth of DESK' }).locator('tbody tr').allInnerTexts()).toHaveLength(3);
    await page.getByRole('link', { name: 'Trades of DESK' }).click();
    expect(await page.locator('tbody tr').count()).toBe(2);
    await page.goBack();
    await page.getByRole('link', { name: 'Bars of DESK' }).click();
    expect(await page.locator('tbody tr').innerText()).toContain('6650');
    await page.getByRole('link', { name: '5m' }).click();
    expect(await page.locator('h1').innerText()).toBe(`Bars of instrument ${desk.instrumentId}`);
    await close();
  });
});
