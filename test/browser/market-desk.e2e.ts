import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Display, type Window } from '../support/browser.js';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { accessibilityFaults, markupFaults } from '../support/page-validators.js';
import { hasOpenStream } from '../support/listening-pages.js';
import { listSmallTargets } from '../support/touch-targets.js';
import { openBrowserClient } from '../support/browser-client.js';

describe('GET /desk/:id in a browser', () => {
  let testApp: TestApp;
  let browser: Browser;
  let desk: BackOffice;
  let home: string;
  let market: string;
  let quiet: string;
  beforeAll(async () => {
    [testApp, browser] = [await openTestApp(), await openBrowser()];
    [desk, home] = [await openBackOffice(testApp), await testApp.url()];
    market = `/desk/${desk.instrumentId}`;
    quiet = `/desk/${await desk.data.instrument(desk.productId, { symbol: 'QUIET', settlement_price: undefined })}`;
    for (const [quantity, price] of [
      [2, 6700],
      [-1, 6690.25],
      [3, 6712.5],
    ] as const)
      await desk.trade(quantity, price);
    for (let level = 0; level < 12; level++) {
      await order(desk.adas, 'Buy', 6690 - level / 4, 1 + level);
      await order(desk.bobs, 'Sell', 6720 + level / 4, 20 - level);
    }
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const order = (acctId: number, side: 'Buy' | 'Sell', price: number, quantity = 1): Promise<unknown> =>
    desk.execute({
      ...({
        type: 'LimitOrderSub',
        acctId,
        instrumentId: desk.instrumentId,
        side,
        quantity,
        timeInForce: 'GTC',
        limitPrice: { digits: price * 100, decimals: 2 },
        stopPrice: null,
      } as const),
      ...{ postOnly: false, expireDate: null, clientOrderId: null, tag: null },
    });
  const enter = async (path: string, display: Display = {}): Promise<Window> =>
    browser.open(home + path, { ...display, cookies: await signedIn(testApp, desk.ada) });
  const isLive = (page: Page) => page.locator('#pulse[data-state="live"]').waitFor();
  const text = (page: Page, selector: string) => page.locator(selector).allInnerTexts();
  // The other displays are those of test/browser/states.
  it.each<Display>([{ colors: 'dark', width: 360, isTouched: true }])(
    'passes axe, with targets of 44 pixels and the ticket one tap away: %j',
    async (display) => {
      const window = await enter(market, display);
      for (const path of [quiet, `${market}?interval=1d&price=6712.50`, market]) {
        await window.page.goto(home + path);
        await isLive(window.page);
        if (path !== quiet) await window.page.locator('#chart canvas').first().waitFor();

        expect({ path, faults: await accessibilityFaults(window.page) }).toEqual({ path, faults: [] });
        expect({ path, width: await window.page.evaluate(() => document.documentElement.scrollWidth) }).toEqual({
          path,
          width: display.width,
        });
      }
      expect((await window.page.locator('.top').boundingBox())?.height).toBeLessThan(60);
      expect(await window.page.evaluate(listSmallTargets)).toEqual([]);
      await window.page.evaluate('window.scrollTo(0, 0)');
      await window.page.getByRole('link', { name: 'Ticket', exact: true }).tap();
      expect((await window.page.locator('#ticket').boundingBox())?.y).toBeLessThan(100);
      expect(window.complaints).toEqual([]);
      await window.close();
    },
    60_000,
  );

  it('is valid HTML below the weight limit', async () => {
    const ada = openBrowserClient(testApp);
    await ada.signIn(desk.ada);
    for (const path of [market, quiet, `${market}?interval=1h&action_type=StopLimitOrderSub&price=6712.50`]) {
      const { body, statusCode } = await ada.get(path);
      const sheets = await Promise.all(
        [...body.matchAll(/"(\/assets\/\w+\/\w+\.css)"/g)].map(
          async ([, address = '']) => (await testApp.app.inject(address)).body.length,
        ),
      );

      expect({ path, statusCode, faults: await markupFaults(body) }).toEqual({ path, statusCode: 200, faults: [] });
      expect(body.length + sheets.reduce((sum, length) => sum + length)).toBeLessThan(60_000);
    }
    expect((await ada.get('/desk/4711')).statusCode).toBe(404);
    expect((await ada.get('/desk/one')).statusCode).toBe(400);
    expect((await ada.get(`${market}?interval=2m`)).statusCode).toBe(400);
  });

  it('shows prices, book, bars, trades, own orders and positions without a script, and fills the ticket from a book price', async () => {
    const { page, close } = await enter(market, { script: false });

    expect(await text(page, '.quote .last .price')).toEqual(['6712.50']);
    expect(await text(page, '.lower tr:first-child td')).toEqual(['B 1', '1', '6690.00', '', '1']);
    expect(await text(page, '.upper tr:last-child td')).toEqual(['', '', '6720.00', '20', '1']);
    expect(await page.locator('.ladder td a').count()).toBe(20);
    expect(await text(page, '#spread')).toEqual(['30.00 spread']);
    expect(await page.locator('#chart svg').getAttribute('aria-label')).toBe(
      '1 bars: from 6700.00 to 6712.50, at most 6712.50, at least 6690.25',
    );
    expect(await page.locator('#trades tbody tr').count()).toBe(3);
    expect(await text(page, '#mine .rows tbody tr:first-child td:nth-child(2)')).toEqual(['4', 'Buy']);
    await page.getByRole('link', { name: '1d', exact: true }).click();
    await page.getByRole('link', { name: '6689.75' }).click();
    expect(await page.getByLabel('Limit price').inputValue()).toBe('6689.75');
    expect(new URL(page.url()).searchParams.get('interval')).toBe('1d');
    await page.goto(home + quiet);
    expect(await text(page, '.desk .empty')).toEqual(
      expect.arrayContaining(['No position.', 'No working orders.', 'No trades yet.']),
    );
    await close();
  }, 60_000);

  it('updates prices, book, trades, chart, own orders and positions in two windows', async () => {
    const windows = [await enter(market), await enter(market)];
    for (const { page } of windows) await Promise.all([isLive(page), hasOpenStream(page)]);
    const [{ page }] = windows as [Window, Window];
    const link = page.locator('.lower tr:first-child a');
    await link.focus();
    await order(desk.adas, 'Buy', 6695, 5);
    await desk.trade(1, 6719);
    for (const one of windows) {
      await one.page.locator('.quote .last .price', { hasText: '6719.00' }).waitFor();
      await one.page.locator('.lower tr:first-child a', { hasText: '6695.00' }).waitFor();
      await one.page.locator('#trades tbody tr').nth(3).waitFor();
      await one.page.locator('#chart .legend', { hasText: 'C 6719.00' }).waitFor();
      await one.page.locator('#mine tbody tr', { hasText: '6695' }).waitFor();
      await one.page
        .locator('#mine .rows tbody tr:first-child td:nth-child(2)')
        .first()
        .filter({ hasText: '5' })
        .waitFor();
    }

    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('6695.00');
    expect(windows.map(({ complaints }) => complaints)).toEqual([[], []]);
    for (const one of windows) await one.close();
  }, 60_000);

  it('replaces the empty state by a chart and a trade list after the first trade', async () => {
    const instrumentId = await desk.data.instrument(desk.productId, { symbol: 'FIRST', settlement_price: undefined });
    const first = {
      type: 'LimitOrderSub',
      instrumentId,
      quantity: 3,
      timeInForce: 'GTC',
      limitPrice: { digits: 670050, decimals: 2 },
      stopPrice: null,
      postOnly: false,
      expireDate: null,
      clientOrderId: null,
      tag: null,
    } as const;
    const { page, complaints, close } = await enter(`/desk/${instrumentId}`);
    await isLive(page);
    expect(await page.locator('#chart .empty, #trades .empty').count()).toBe(2);
    await desk.execute({ ...first, acctId: desk.bobs, side: 'Sell' });
    await desk.execute({ ...first, acctId: desk.adas, side: 'Buy' });
    await page.locator('#chart .legend', { hasText: 'C 6700.50' }).waitFor();
    await page.locator('#trades tbody tr').first().waitFor();

    expect(await text(page, '#trades tbody tr:first-child td:nth-child(-n + 3)')).toEqual(['6700.50', '3', 'Buyer']);
    expect(await page.locator('#chart .empty, #trades .empty').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('shows on the overview the stop price of a waiting stop-limit order, then its fill, with the instrument’s decimals', async () => {
    await desk.execute({
      ...({
        type: 'LimitOrderSub',
        acctId: desk.adas,
        instrumentId: desk.instrumentId,
        side: 'Sell',
        quantity: 1,
        timeInForce: 'Day',
        limitPrice: { digits: 6645, decimals: 0 },
        stopPrice: { digits: 66505, decimals: 1 },
      } as const),
      ...{ postOnly: false, expireDate: null, clientOrderId: null, tag: null },
    });
    const { page, close } = await enter('/desk');

    expect(await text(page, 'section[aria-labelledby="working"] tbody tr:first-child td:nth-child(n + 3)')).toEqual([
      'Sell',
      '1',
      'stop 6650.50,\nlimit 6645.00',
      'Day',
      '1',
    ]);
    expect(await page.locator('.held td[data-field="mark_price"]').first().innerText()).toMatch(/^\d+\.\d\d$/);
    await close();
  }, 60_000);

  it('moves through the chart by keyboard, and changes the interval without losing ticket input', async () => {
    const { page, complaints, close } = await enter(market);
    await isLive(page);
    const chart = page.getByRole('application', { name: /^Chart of \d+ bars/ });
    const said = page.locator('#chart [role="status"]');
    await chart.focus();
    await page.keyboard.press('End');
    await said.filter({ hasText: 'close 6719.00' }).waitFor();
    await page.keyboard.press('+');
    await page.keyboard.press('Escape');
    expect(await said.innerText()).toBe('');
    await page.getByLabel('Quantity').fill('9');
    await page.getByRole('link', { name: '1d', exact: true }).click();
    await page.locator('#chart .legend', { hasText: new RegExp(`^${await desk.sessionDate()} {2}O `) }).waitFor();
    await chart.focus();
    await page.keyboard.press('Home');
    await said.filter({ hasText: `${await desk.sessionDate()}: open 6700.00, high 6719.00, low 6690.25` }).waitFor();

    expect([await page.getByLabel('Quantity').inputValue(), new URL(page.url()).search]).toEqual(['9', '?interval=1d']);
    expect(await page.getByRole('link', { name: 'Show as table' }).getAttribute('href')).toContain('interval=1d');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('shows averages, the reader’s fills and average price in the chart, and remembers which lines are shown', async () => {
    const { page, complaints, close } = await enter(market);
    await page.getByRole('checkbox', { name: 'VWAP' }).uncheck();
    await page.getByRole('checkbox', { name: 'MA 50' }).check();
    const own = JSON.parse((await page.locator('#mine').getAttribute('data-own')) ?? '') as { fills: unknown[] };
    expect(own.fills.slice(0, 2)).toEqual([
      [expect.any(Number), 2],
      [expect.any(Number), -1],
    ]);
    await page.getByRole('link', { name: '1d', exact: true }).click();
    await page.locator(`#mine[data-own*='[["${await desk.sessionDate()}",2]']`).waitFor();
    await page.reload();
    await page.locator('#chart canvas').first().waitFor();
    expect(await page.locator('.studies :checked').evaluateAll((boxes) => boxes.length)).toBe(2);
    expect(await page.getByRole('checkbox', { name: 'VWAP' }).isChecked()).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('fills the chart of an instrument of the sandbox with bars that are marked as made up, and GET /bars with none', async () => {
    const productId = await desk.data.product(await desk.data.group({ symbol: 'CME-INDEX' }), { symbol: 'ES' });
    const id = await desk.data.instrument(productId, { symbol: 'ESX', settlement_price: 6700 });
    const { page, complaints, close } = await enter(`/desk/${id}`);
    await page.locator('#chart .legend', { hasText: 'made up' }).waitFor();
    await page.getByRole('link', { name: 'Show as table' }).click();
    expect(await page.locator('main tbody tr', { hasText: 'made up' }).count()).toBe(300);
    expect(await desk.read(`/bars?instrument_id=${id}&interval=5m`)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
    const ada = openBrowserClient(testApp);
    await ada.signIn(desk.ada);
    expect((await ada.get(`${market}/history?interval=5m`)).body).toContain('have no made-up bars');
    expect(await markupFaults((await ada.get(`/desk/${id}`)).body)).toEqual([]);
  }, 60_000);

  it('adds the high and low of batched trades to the chart, and shows a halt', async () => {
    const { page, close } = await enter(market);
    await isLive(page);
    await page.locator('#chart canvas').first().waitFor();
    await order(desk.adas, 'Buy', 6719.75);
    await order(desk.adas, 'Buy', 6697);
    await order(desk.bobs, 'Sell', 6697, 2);
    await page.locator('#chart .legend', { hasText: /H 6719\.75 .*C 6697\.00/ }).waitFor();
    await desk.data.turn(desk.instrumentId, 'Halted');
    await page.locator('.contract .badge', { hasText: 'halted' }).waitFor();
    await page.locator('#ticket .pause', { hasText: 'is halted. Orders are rejected' }).waitFor();
    await page.getByRole('button', { name: 'Trading is halted', disabled: true }).waitFor();
    await desk.data.turn(desk.instrumentId, 'Open');
    await page.locator('[data-send]:enabled', { hasText: 'Place order' }).waitFor();
    await page.locator('.contract .badge', { hasText: 'open' }).waitFor();
    await page.locator('#ticket .pause').waitFor({ state: 'detached' });
    expect(await text(page, '.quote .last .price')).toEqual(['6697.00']);
    await close();
  }, 60_000);

  it('adds trades to the chart that happen between loading the bars and connecting the stream', async () => {
    const { page, close } = await enter('/desk');
    const bars = Promise.withResolvers<undefined>();
    await page.route('**/tickets', (route) => bars.promise.then(() => route.continue()));
    await page.goto(home + market);
    await page.locator('#chart canvas').first().waitFor();
    await order(desk.adas, 'Buy', 6718.5);
    await order(desk.bobs, 'Sell', 6718.5);
    bars.resolve(undefined);
    const legend = page.locator('#chart .legend', { hasText: 'C 6718.50' });
    await legend.waitFor();
    expect(await legend.count()).toBe(1);
    await close();
  });

  it('places an order from the page by keyboard and shows it at once', async () => {
    const window = await enter(market);
    const { page } = window;
    await Promise.all([isLive(page), hasOpenStream(page)]);
    await page.getByRole('link', { name: '6720.50' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Limit price').inputValue()).toBe('6720.50');
    await page.getByLabel('Sell').check();
    await page.getByLabel('Quantity').fill('7');
    await page.keyboard.press('Enter');
    await page.locator('#mine tbody tr', { hasText: '6720.50' }).waitFor();
    await page.locator('.upper td:nth-child(4)', { hasText: '25' }).waitFor();
    await page.locator('.upper tr', { hasText: '6720.50' }).locator('td:nth-child(1)', { hasText: 'S 7' }).waitFor();

    expect(page.url()).toBe(home + market);
    expect(window.complaints).toEqual([]);
    await window.close();
  }, 60_000);

  it('moves orders in the ladder by keys and by dragging', async () => {
    const { page, complaints, close } = await enter(market);
    await Promise.all([isLive(page), hasOpenStream(page)]);
    const best = Number(await page.locator('.lower tr:first-child a').innerText());
    const own = (price: number) =>
      page.locator('.ladder tr', { hasText: price.toFixed(2) }).locator('td[tabindex]:first-child');
    const readPrice = async (): Promise<number | undefined> =>
      (await desk.read<{ limit_price: number; quantity: number }[]>(`/orders?acct_id=${desk.adas}&status=Open`)).find(
        ({ quantity }) => quantity === 33,
      )?.limit_price;
    await order(desk.adas, 'Buy', best - 1, 33);
    await own(best - 1).focus();
    await page.keyboard.press('ArrowUp');
    await page.locator('#moving', { hasText: `To ${(best - 0.75).toFixed(2)}` }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('#said.success', { hasText: 'is modified' }).waitFor();
    expect(await readPrice()).toBe(best - 1.25);
    await own(best - 1.25).hover();
    await page.mouse.down();
    await page.locator('.ladder tr', { hasText: (best - 0.5).toFixed(2) }).hover();
    await page.mouse.up();
    await own(best - 0.5).waitFor();
    expect(await readPrice()).toBe(best - 0.5);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('fits 1280 × 800 without scrolling, and closes the position and cancels all orders with one press each', async () => {
    await order(desk.bobs, 'Buy', 6700, 50);
    const { page, complaints, close } = await enter(market);
    await page.locator('[name="_position"]').evaluate((input: HTMLInputElement) => (input.value = '77'));
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('#said.failed', { hasText: 'was 77 on your page. Nothing was sent.' }).waitFor();
    await page.reload();
    await Promise.all([isLive(page), hasOpenStream(page)]);
    for (const part of [
      '#quote',
      '#chart',
      '#ladder',
      '[data-send]',
      '#mine [form^="close-"]',
      '#mine [data-key="c"]',
    ]) {
      const box = await page.locator(part).first().boundingBox();
      expect({ part, bottom: (box?.y ?? NaN) + (box?.height ?? NaN) <= 800 }).toEqual({ part, bottom: true });
    }
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('#said.success').waitFor();
    expect(await page.locator('#said').innerText()).toMatch(/sold \d+ .*6700/i);
    await page.getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.keyboard.press('Enter');
    await page.locator('#mine .empty', { hasText: 'No working orders.' }).waitFor();
    expect(await page.locator('.ladder td:first-child:not(:empty)').allInnerTexts()).toEqual([]);
    expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
    await close();
  }, 60_000);

  it('counts the P&L of the day from the last close, and closes positions at market after a question', async () => {
    await desk.trade(2, 6710);
    await desk.trade(1, 6714);
    const ada = openBrowserClient(testApp);
    await ada.signIn(desk.ada);
    const readDay = async (): Promise<string[]> =>
      [...(await ada.get('/desk')).body.matchAll(/data-field="day_pnl"[^>]*>([^<]*)</g)].map(([, text = '']) => text);
    const before = await desk.position(desk.adas);
    expect(Number((await readDay()).at(-1)?.replace(/[+,]/g, ''))).toBe(
      (before?.realised_pnl ?? NaN) + (before?.unrealised_pnl ?? NaN),
    );
    await desk.roll();
    await desk.trade(1, 6715);
    expect((await readDay()).at(-1)).toBe('+150.00');

    const path = `/positions/close?instrument_id=${desk.instrumentId}`;
    const question = await ada.get(path);
    expect(question.body).toContain('Sell 4 DESK');
    expect(await markupFaults(question.body)).toEqual([]);
    await desk.trade(1, 6715);
    const refusal = await ada.submit(question);
    expect([refusal.statusCode, refusal.body]).toEqual([409, expect.stringContaining('Nothing was sent')]);
    expect(await desk.position(desk.adas)).toMatchObject({ quantity: 5 });

    await desk.execute({
      type: 'MassCancellation',
      acctId: desk.bobs,
      instrumentId: null,
      productGroupId: null,
      side: null,
    });
    await order(desk.bobs, 'Buy', 6705, 3);
    await order(desk.adas, 'Buy', 6690, 2);
    const partial = await ada.submit(await ada.get(`${path}&acct_id=${desk.adas}`));
    expect(partial.body).toMatch(/sold \d+ DESK[^]*One working order was canceled/);
    expect(await markupFaults(partial.body)).toEqual([]);
    await order(desk.bobs, 'Buy', 6705, 5);
    const rest = await ada.get(path);
    for (const answer of [await ada.submit(rest), await ada.submit(rest)])
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/desk']);
    expect(await desk.position(desk.adas)).toMatchObject({ quantity: 0 });
    expect((await ada.get(path)).body).toContain('No open positions.');
  });
});
