import { type Browser, openBrowser, type Display, type Window } from '../support/browser.js';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { markupFaults } from '../support/page-validators.js';
import { openBrowserClient } from '../support/browser-client.js';

describe('market pages', () => {
  let testApp: TestApp;
  let browser: Browser;
  let home: string;
  let desk: BackOffice;
  beforeAll(async () => {
    testApp = await openTestApp();
    [browser, home, desk] = [await openBrowser(), await testApp.url(), await openBackOffice(testApp)];
    await desk.data.instrument(desk.productId, { symbol: 'QUIET', settlement_price: undefined });
    await desk.trade(3, 6700.25);
    await desk.trade(-12, 6650);
    const order = {
      acctId: desk.adas,
      instrumentId: desk.instrumentId,
      timeInForce: 'GTC',
      stopPrice: null,
      postOnly: false,
      expireDate: null,
      clientOrderId: null,
      tag: null,
    } as const;
    for (const price of [6640, 6639.75, 6500])
      await desk.execute({
        type: 'LimitOrderSub',
        ...order,
        side: 'Buy',
        quantity: 7,
        limitPrice: { digits: price * 100, decimals: 2 },
      });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const enter = async (path: string, display: Display = {}): Promise<Window> =>
    browser.open(home + path, { ...display, cookies: await signedIn(testApp, desk.ada) });

  it('filter by group and name without a script, and explain an empty result', async () => {
    const { page, close } = await enter('/desk', { script: false });
    await page.getByRole('link', { name: 'Market', exact: true }).click();
    const lines = page.locator('#board tr[id]');
    expect(await lines.count()).toBe(2);
    await page.getByLabel('Search').fill('quie');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    expect([await lines.count(), await page.getByLabel('Search').inputValue()]).toEqual([1, 'quie']);
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByLabel('Group').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    expect(await lines.count()).toBe(2);
    await page.getByLabel('Search').fill('nothing is called so');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    expect(await page.locator('.empty').innerText()).toBe('No tradable instrument matches.');
    expect(await page.getByText('Live').count()).toBe(0);
    await close();
  });

  it('show last session volume, change from the previous close and best prices of each instrument', async () => {
    const ada = openBrowserClient(testApp);
    await ada.signIn(desk.ada);
    const { body } = await ada.get('/marketdata');
    const cells = (id: number): string[] =>
      [...(new RegExp(`<tr id="i${id}"[^]*?</tr>`).exec(body)?.[0] ?? '').matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(
        ([, text = '']) => text,
      );

    expect(cells(desk.instrumentId)).toEqual([
      '6650.00',
      '7',
      '6640.00',
      '',
      '',
      '',
      '',
      '6700.25',
      '6650.00',
      '15',
      '',
    ]);
    await desk.roll();
    await desk.trade(1, 6640);
    const { body: settled } = await ada.get('/marketdata');
    expect(settled).toContain('<td class="down">-10.00</td><td class="down">-0.15%</td>');
  });

  it('support j, k and Enter for moving through the rows and opening a market', async () => {
    const { page, close } = await enter('/marketdata');
    const inFocus = () => page.evaluate(() => document.activeElement?.id);
    const lines = await page.locator('#board tr[id]').evaluateAll((rows) => rows.map(({ id }) => id));
    const walked: unknown[] = [];
    for (const key of ['j', 'j', 'k']) {
      await page.keyboard.press(key);
      walked.push(await inFocus());
    }
    expect(walked).toEqual([lines[0], lines[1], lines[0]]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${home}/desk/${lines[0]?.slice(1)}`);
    await close();
  }, 60_000);

  it('limit the rows per page without a script, and show all rows with one', async () => {
    const groupId = await desk.data.group({ symbol: 'MANY', name: 'Many of them' });
    const productId = await desk.data.product(groupId, { symbol: 'MANY', name: 'One of very many' });
    for (let n = 0; n < 12; n++)
      await Promise.all(
        Array.from({ length: 10 }, (_, m) => desk.data.instrument(productId, { symbol: `MANY${n}${m}` })),
      );
    const ada = openBrowserClient(testApp);
    await ada.signIn(desk.ada);
    const [first, second] = [await ada.get('/marketdata?search=MANY'), await ada.get('/marketdata?search=MANY&page=2')];
    const sheets = await Promise.all(
      [...first.body.matchAll(/"(\/assets\/\w+\/\w+\.css)"/g)].map(
        async ([, address = '']) => (await testApp.app.inject(address)).body.length,
      ),
    );
    const linesOf = (body: string) => [...body.matchAll(/<tr id="i(\d+)"/g)].map(([, id]) => Number(id));

    expect([linesOf(first.body).length, linesOf(second.body).length]).toEqual([100, 20]);
    expect(new Set([...linesOf(first.body), ...linesOf(second.body)]).size).toBe(120);
    expect([
      first.body.includes('>The other 20 instruments</a>'),
      second.body.includes('>The first 100 instruments</a>'),
    ]).toEqual([true, true]);
    for (const { body } of [first, second]) expect(await markupFaults(body)).toEqual([]);
    expect(first.body.length + sheets.reduce((sum, length) => sum + length)).toBeLessThan(60_000);
    expect((await ada.get('/marketdata?page=3')).statusCode).toBe(400);

    const { page, complaints, close } = await enter('/marketdata?search=MANY');
    await page.locator('#pulse[data-state="live"]').waitFor();
    expect([
      await page.locator('#board tr[id]').count(),
      await page.locator('#board [scope="rowgroup"]').count(),
      await page.locator('#rest').count(),
    ]).toEqual([120, 1, 0]);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('sort all of their rows by links in the heads, without a script and beside a search', async () => {
    const ada = openBrowserClient(testApp);
    await ada.signIn(desk.ada);
    const symbolsOf = (body: string) =>
      [...body.matchAll(/<tr id="i\d+".*?<a[^>]*>([^<]+)<\/a>/g)].map(([, symbol = '']) => symbol);
    const headOf = (body: string, title: string) =>
      new RegExp(`<th scope="col"([^>]*)><a href="([^"]*)">${title}</a>`).exec(body)?.slice(1);
    const plain = await ada.get('/marketdata?search=MANY&page=2');

    expect(headOf(plain.body, 'Instrument')).toEqual(['', '/marketdata?search=MANY&amp;sort=symbol']);

    const [up, down] = [
      await ada.get('/marketdata?search=MANY&sort=symbol'),
      await ada.get('/marketdata?search=MANY&sort=-symbol'),
    ];
    const symbols = symbolsOf(up.body);
    expect([symbols.length, symbols[0], symbols.at(-1)]).toEqual([120, 'MANY00', 'MANY119']);
    expect(symbolsOf(down.body)).toEqual(symbols.toReversed());
    expect(headOf(up.body, 'Instrument')).toEqual([
      ' aria-sort="ascending"',
      '/marketdata?search=MANY&amp;sort=-symbol',
    ]);
    expect(up.body).toContain('<input type="hidden" name="sort" value="symbol">');
    expect(up.body).toMatch(/sorted when this page was loaded; next session change <time datetime="[^"]+">/);

    const byVolume = await ada.get('/marketdata?sort=-volume');
    expect(symbolsOf(byVolume.body)[0]).toBe('DESK');
    expect(headOf(byVolume.body, 'Volume')?.[0]).toBe(' aria-sort="descending"');
    for (const { body } of [up, byVolume]) expect(await markupFaults(body)).toEqual([]);
    expect((await ada.get('/marketdata?sort=price')).statusCode).toBe(400);
  }, 60_000);

  it('ignore the page search in JSON requests', async () => {
    const { statusCode, body } = await testApp.request(
      'GET',
      `/marketdata?instrument_ids=${desk.instrumentId}&search=DESK`,
      { as: desk.ada.token },
    );
    const ada = openBrowserClient(testApp);
    await ada.signIn(desk.ada);
    const refused = await ada.get('/marketdata?product_group_id=one');

    expect([statusCode, body.includes('search')]).toEqual([400, true]);
    expect([refused.statusCode, refused.body.includes('product_group_id')]).toEqual([400, true]);
  });

  it('link trades and bars to the market of the instrument by name', async () => {
    const ada = openBrowserClient(testApp);
    await ada.signIn(desk.ada);
    const [all, own, bars] = [
      await ada.get('/trades?newest=true'),
      await ada.get(`/trades?instrument_id=${desk.instrumentId}`),
      await ada.get(`/bars?instrument_id=${desk.instrumentId}&interval=1h`),
    ];

    expect(all.body).toContain(`<a href="/desk/${desk.instrumentId}">DESK</a>`);
    expect(own.body).toContain('<h1>Trades of DESK</h1>');
    expect(bars.body).toContain('<h1>Bars of DESK</h1>');
    for (const { body } of [own, bars])
      expect(body).toContain(`<a href="/desk/${desk.instrumentId}">Market of DESK</a>`);
  });
});
