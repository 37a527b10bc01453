import type { Page } from 'playwright-core';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people } from '../support/people.js';
import { alwaysOpen } from '../support/reference-data.js';

describe('GET /desk/:id of an instrument that is halted', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    for (let at = 0; at < 12; at++) await desk.trade(1, 6700);
  }, 60_000);
  afterAll(() => app.close());

  const expectInSight = async (page: Page, selector: string, height = 800): Promise<void> => {
    const box = await page.locator(selector).boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  };
  const countCutRows = (trades: Element): number => {
    const edge = trades.querySelector('.scroll')?.getBoundingClientRect().bottom ?? 0;
    return [...trades.querySelectorAll('tbody tr')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top < edge - 1.5 && bottom > edge;
    }).length;
  };
  /** Keys that reach below the edge of the legend or of its column. */
  const listCutKeys = (legend: Element): string[] => {
    const { left, right, bottom } = legend.getBoundingClientRect();
    const edge = Math.min(bottom, (legend.closest('.ticketed') ?? legend).getBoundingClientRect().bottom);
    return [...legend.querySelectorAll('span, a')].flatMap((key) => {
      const box = key.getBoundingClientRect();
      const isBeside = box.left >= right || box.right <= left;
      return isBeside || box.top >= edge || box.bottom <= edge + 1 ? [] : [key.textContent];
    });
  };

  it('says in one line that nothing trades, by whom and since when, and that it is live once trading resumes', async () => {
    const { page, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    const says = (words: string) => page.locator('#pulse', { hasText: words }).waitFor();
    await says('Live: prices move with the market.');
    expect(await page.locator('.contract').innerText()).toMatch(/^open session until /);
    const halt = { status: 'Halted', status_reason: 'Exchange feed frozen; waiting for CME notice 4711' };
    await desk.data.send('PUT', `/instruments/${desk.instrumentId}`, halt);
    await says('Connected: nothing trades while it is halted.');
    await page
      .locator('.contract', { hasText: /^halted by an administrator since \d{4}-\d\d-\d\d \d\d:\d\d/ })
      .waitFor();
    expect((await page.locator('.under').boundingBox())?.height).toBeLessThan(45);

    // At 1280 × 800 nothing is cut: the line of the contract, the keys, and rows of trades.
    expect(await page.locator('.contract').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
      0,
    );
    await expectInSight(page, '.shortcuts a');
    expect(await page.locator('#trades').evaluate(countCutRows)).toBe(0);

    await page.reload();
    await says('Connected: nothing trades while it is halted.');
    await desk.data.turn(desk.instrumentId, 'Open');
    await says('Live: prices move with the market.');
    await close();
  }, 60_000);

  it('lists the keys that can be used: while it is halted, none that places an order or closes a position', async () => {
    const { page, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}`);
    await page.locator('#pulse', { hasText: 'Live: prices move with the market.' }).waitFor();
    const listKeys = async (): Promise<string> =>
      (await page.locator('.shortcuts').innerText()).replaceAll(/\s+/g, ' ');
    const all = 'All keys bs buy, sell 1234 type +- quantity p place x close c cancel all Enter after p, x, c';
    expect(await listKeys()).toBe(all);
    await desk.data.turn(desk.instrumentId, 'Halted');
    await page.locator('.shortcuts', { hasText: 'Enter after c' }).waitFor();
    expect(await listKeys()).toBe('All keys bs buy, sell 1234 type +- quantity c cancel all Enter after c');
    await desk.data.turn(desk.instrumentId, 'Open');
    await page.locator('.shortcuts', { hasText: 'Enter after p, x, c' }).waitFor();
    expect(await listKeys()).toBe(all);
    await close();
    const withoutAccount = await app.enter(await people.eve(app.testApp), `/desk/${desk.instrumentId}`);
    await withoutAccount.page.getByText('You have no account in USD').waitFor();
    expect(await withoutAccount.page.locator('.shortcuts').innerText()).toBe('All keys');
    await withoutAccount.close();
  }, 60_000);

  it('has all months of a product of six in sight at 1280 pixels', async () => {
    const product = await desk.data.product(
      await desk.data.group({ ...alwaysOpen, symbol: 'NYMEX', exchange: 'NYMEX' }),
      { symbol: 'CL', name: 'WTI crude oil', tick_size: 0.01, tick_value: 10, multiplier: 1000 },
    );
    const ids: number[] = [];
    for (const symbol of ['CLF27', 'CLG27', 'CLH27', 'CLJ27', 'CLK27', 'CLM27'])
      ids.push(await desk.data.instrument(product, { symbol, settlement_price: undefined }));
    await desk.data.turn(ids[0] ?? 0, 'Halted');
    const { page, close } = await app.enter(desk.ada, `/desk/${ids[0]}`);
    await page.locator('#pulse', { hasText: 'Connected: nothing trades while it is halted.' }).waitFor();
    const contracts = page.getByRole('navigation', { name: 'Contracts' });
    expect(await contracts.getByRole('link').count()).toBe(6);
    expect(await contracts.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
    await desk.data.turn(ids[0] ?? 0, 'Open');
    await page.locator('.contract', { hasText: 'open session until' }).waitFor();
    expect(await contracts.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
    await close();
  }, 60_000);

  it('cuts neither a contract nor the legend of keys at 1280 pixels, below the answer to an order', async () => {
    for (const symbol of ['DESKH27', 'DESKM27', 'DESKU27', 'DESKZ27', 'DESKH28', 'DESKM28', 'DESKU28', 'DESKZ28'])
      await desk.data.instrument(desk.productId, { symbol, settlement_price: undefined });
    await desk.account(desk.ada, { name: 'Another account' });
    const { page, close } = await app.enter(desk.ada, `/desk/${desk.instrumentId}?acct_id=${desk.adas}`);
    await page.locator('#pulse[data-state="live"]').waitFor();
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity').fill('1');
    await page.getByLabel('Limit price').fill('6600');
    await page.locator('[data-send]').click();
    await page.locator('[data-sent]', { hasText: 'is open' }).waitFor();
    const status_reason = 'Reference price is wrong, checking with CME';
    await desk.data.send('PUT', `/instruments/${desk.instrumentId}`, { status: 'Halted', status_reason });
    await page.locator('#pause', { hasText: status_reason }).waitFor();

    // Where there are more contracts than fit, those at the edge fade.
    const contracts = page.getByRole('navigation', { name: 'Contracts' });
    expect(
      await contracts.evaluate((bar) => [
        bar.scrollWidth > bar.clientWidth,
        getComputedStyle(bar).maskImage.startsWith('linear-gradient'),
      ]),
    ).toEqual([true, true]);
    for (const height of [800, 794, 788, 782, 776, 770]) {
      await page.setViewportSize({ width: 1280, height });
      expect({ height, cut: await page.locator('.shortcuts').evaluate(listCutKeys) }).toEqual({ height, cut: [] });
      await expectInSight(page, '.shortcuts a', height);
    }
    await desk.data.turn(desk.instrumentId, 'Open');
    await close();
  }, 60_000);
});
