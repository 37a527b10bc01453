import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('a refused order ticket', () => {
  let app: BrowserApp;
  let floor: Floor;
  let ada = {} as Person;
  let acctId = 0;
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    ada = await people.ada(app.testApp);
    acctId = await floor.account(ada, { buyingPowerPercent: 100 });
    const money = 12_345_678_901_234n;
    await floor.execute({ type: 'StateMoney', acctId, asOf: '2026-01-02', cashBalance: money, netLiq: money });
  }, 60_000);
  afterAll(() => app.close());

  const refuse = async (page: Page): Promise<void> => {
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity', { exact: true }).fill('999999');
    await page.getByLabel('Limit price', { exact: true }).fill('6700');
    await page.locator('[data-send]').click();
    await page.locator('#quantity-fault').waitFor();
  };
  /** Where the lower edge of an element is in a page that is not scrolled. */
  const findBottom = (page: Page, selector: string): Promise<number> =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom + window.scrollY);

  it.each([{ script: true }, { script: false }])(
    'has its buttons in sight at 1280 × 800 below the longest reason, which comes first: %j',
    async ({ script }) => {
      const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`, { script });
      await refuse(page);

      expect(await page.locator('.refused').innerText()).toMatch(
        /^Order \d+ was rejected: The margin .* It requires [\d,.]{14,} USD; [\d,.]{10,} is available: .* is in use\. Nothing was bought\. See order \d+\s+Send a smaller order/,
      );
      for (const button of ['[data-send]', '[data-previews]'])
        expect(await findBottom(page, button)).toBeLessThanOrEqual(800);
      const quantity = page.getByLabel('Quantity', { exact: true });
      expect(await quantity.getAttribute('aria-describedby')).toBe('quantity-fault');
      expect(await quantity.getAttribute('aria-invalid')).toBe('true');
      await close();
    },
    60_000,
  );

  it('says of a price between two ticks, before it is sent, which are nearest', async () => {
    const { page, complaints, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity', { exact: true }).fill('1');
    await page.getByLabel('Limit price', { exact: true }).fill('6767.3');
    await page.locator('[data-preview] .refusal').waitFor();
    expect(await page.locator('[data-preview]').innerText()).toMatch(
      /^It would be rejected: .* The price tick is 0\.25; the nearest are 6767\.25 and 6767\.50\.$/,
    );
    await page.getByLabel('Limit price', { exact: true }).fill('6767.25');
    await page.locator('[data-preview] .info').waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('keeps its button at one place, whatever is said above it', async () => {
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const show = (type: string) => page.locator('#ticket .kinds').getByText(type, { exact: true }).click();
    const send = () => page.locator('[data-send]').click();
    const says = (selector: string) => page.locator(selector).first().waitFor();
    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      empty: () => Promise.resolve(),
      refused: () => refuse(page),
      previewed: async () => {
        await field('Quantity').fill('1');
        await field('Limit price').fill('6500');
        await says('[data-preview] .figures');
      },
      sent: () => send().then(() => says('[data-sent]:not(:empty)')),
      'previewed again': async () => {
        await field('Quantity').fill('1');
        await field('Limit price').fill('6501');
        await says('[data-preview] .figures');
      },
      market: () => show('Market'),
      unreadable: async () => {
        await field('Quantity').fill('many');
        await send();
        await says('#quantity-fault');
      },
      'stop limit, unreadable': async () => {
        await show('Stop limit');
        await field('Stop price').fill('no');
        await field('Time in force').selectOption('GTD');
        await send();
        await says('#expire_date-fault');
      },
    };
    const places: [string, number][] = [];
    for (const [name, step] of Object.entries(steps)) {
      await step();
      places.push([name, Math.round(await findBottom(page, '[data-send]'))]);
    }
    const [[, first] = ['', NaN]] = places;

    expect(first).toBeLessThanOrEqual(800);
    expect(places).toEqual(Object.keys(steps).map((name) => [name, first]));
    // What does not fit above it can be scrolled to, and was.
    const foot = (await page.locator('#ticket .actions').boundingBox())?.y ?? NaN;
    expect(await findBottom(page, '#stop_price-fault')).toBeLessThanOrEqual(foot + 1);
    await close();
  }, 60_000);

  it('says nothing more of an entry that was corrected, and of them all with the last', async () => {
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await page.getByLabel('Quantity', { exact: true }).fill('none');
    await page.locator('[data-send]').click();
    await page.locator('#limit_price-fault').waitFor();
    const faults = () => page.locator('#ticket .fault').evaluateAll((found) => found.map(({ id }) => id));

    expect(await faults()).toEqual(expect.arrayContaining(['side-fault', 'quantity-fault', 'limit_price-fault']));
    // Another order changes nothing of what cannot be read.
    await floor.order(ada.token, floor.limit(acctId, { side: 'Buy', quantity: 1, limit_price: 6400 }));
    await page.locator('#mine', { hasText: '6400' }).waitFor();
    expect(await faults()).toHaveLength(3);
    await page.getByLabel('Sell', { exact: true }).check();
    expect(await faults()).toEqual(['quantity-fault', 'limit_price-fault']);
    await page.getByLabel('Quantity', { exact: true }).fill('2');
    expect(await faults()).toEqual(['limit_price-fault']);
    expect(await page.getByLabel('Quantity', { exact: true }).getAttribute('aria-invalid')).toBeNull();
    expect(await page.locator('.refused .refusal').count()).toBe(1);
    await page.getByLabel('Limit price', { exact: true }).fill('6900');
    expect(await faults()).toEqual([]);
    expect(await page.locator('.refused').innerText()).toBe('');
    await close();
  }, 60_000);

  it('gives way to the preview of another order', async () => {
    const { page, complaints, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await refuse(page);
    await page.getByLabel('Quantity', { exact: true }).fill('1');
    await page.locator('[data-preview] .info').waitFor();
    expect([
      await page.locator('.refused').innerText(),
      await page.getByLabel('Quantity', { exact: true }).getAttribute('aria-invalid'),
    ]).toEqual(['', null]);
    expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
    await close();
  }, 60_000);
});
