import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { hasOpenStream } from '../support/listening-pages.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('the position on GET /desk/:id', () => {
  let app: BrowserApp;
  let floor: Floor;
  let [ada, bob] = [{} as Person, {} as Person];
  let [adas, bobs] = [0, 0];
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    [ada, bob] = [await people.ada(app.testApp), await people.bob(app.testApp)];
    adas = await floor.account(ada);
    bobs = await floor.account(bob);
    await floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity: 50, limit_price: 6700 }));
  }, 60_000);
  afterAll(() => app.close());

  const bid = (price: number) =>
    floor.act(ada.token, floor.limit(adas, { side: 'Buy', quantity: 1, limit_price: price }));

  it('is asked for as soon as an order of the reader trades, without the wait of events that concern everybody', async () => {
    const { page, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    // The longest wait of all.
    await page.evaluate('Math.random = () => 0.999');
    await hasOpenStream(page);
    const waits: number[] = [];
    for (const quantity of [2, 3, 4]) {
      await page.waitForTimeout(1_500);
      await page.getByLabel('Buy', { exact: true }).check();
      await page.getByLabel('Quantity', { exact: true }).fill(String(quantity));
      await page.getByLabel('Limit price', { exact: true }).fill('6700');
      const sent = page.waitForResponse('**/orders/ticket');
      const asked = page.waitForRequest((request) => request.url().endsWith(`/desk/${floor.instrumentId}`));
      await page.locator('[data-send]').click();
      await sent;
      const sentAt = performance.now();
      await asked;
      waits.push(performance.now() - sentAt);
      await page.locator('[data-sent]', { hasText: 'See the order' }).waitFor();
    }

    await page.locator('[name="_position"][value="9"]').waitFor({ state: 'attached' });
    expect(Math.min(...waits)).toBeLessThan(500);
    await close();
  }, 60_000);

  it('is not closed by keys that were meant for the orders: Escape leaves Close, and c leads to the orders, also to the only one', async () => {
    await bid(6700);
    await bid(6680);
    const { page, complaints, close } = await app.enter(ada, `/desk/${floor.instrumentId}`);
    await hasOpenStream(page);
    const readFocused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.closest('button')?.textContent ?? 'nothing');
    const seen: string[] = [];
    for (const key of ['x', 'Escape', 'x', 'c']) {
      await page.keyboard.press(key);
      seen.push(await readFocused());
    }
    expect(seen).toEqual(['Close', 'nothing', 'Close', 'Cancel']);
    await bid(6679);
    await page.getByRole('button', { name: 'Cancel all 2' }).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('c');
    expect(await readFocused()).toBe('Cancel all 2');
    await page.keyboard.press('Enter');
    await page.locator('#mine .empty', { hasText: 'No working orders.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Close' }).count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('stays beside an order that is changed: quantity and price, and a refusal with its figures', async () => {
    const zoe = await people.named(app.testApp, 'zoe');
    const zoes = await floor.account(zoe, { maxOrderQuantity: 20 });
    await floor.act(zoe.token, floor.limit(zoes, { side: 'Buy', quantity: 5, limit_price: 6680 }));
    const path = `/desk/${floor.instrumentId}`;
    const { page, complaints, close } = await app.enter(zoe, path);
    await hasOpenStream(page);
    const dialog = page.getByRole('dialog', { name: 'Modify order' });
    await page.getByRole('link', { name: /^Modify order/ }).click();
    await dialog.getByLabel('Quantity').fill('21');
    await dialog.getByLabel('Limit price').fill('6681.5');
    await page.keyboard.press('Enter');
    await dialog.getByText('An order here may be for 20 at most. The order is unchanged.').waitFor();
    expect(await dialog.locator('.fault').allTextContents()).toEqual(['Send a smaller order.']);
    await dialog.getByLabel('Quantity').fill('7');
    await page.keyboard.press('Enter');
    await page.locator('#said.success').waitFor();
    expect(await page.locator('#said').textContent()).toMatch(/^Order \d+ .*7.*6681\.50/);
    await page.locator('#mine tbody tr', { hasText: '6681.50' }).getByText('7', { exact: true }).waitFor();
    expect([new URL(page.url()).pathname, await dialog.count()]).toEqual([path, 0]);
    expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
    await close();
  }, 60_000);

  it.each([true, false])(
    'leaves the orders that worked beside it, says so and cancels them in one press, with scripts: %s',
    async (script) => {
      const kim = await people.named(app.testApp, script ? 'kim' : 'kit');
      const kims = await floor.account(kim);
      await floor.act(kim.token, floor.limit(kims, { quantity: 2, limit_price: 6700 }));
      await floor.act(kim.token, floor.limit(kims, { side: 'Sell', quantity: 2, limit_price: 6900 }));
      const stop = { action_type: 'StopOrderSub', side: 'Sell', quantity: 2, stop_price: 6650, limit_price: undefined };
      await floor.order(kim.token, floor.limit(kims, stop));
      await floor.act(bob.token, floor.limit(bobs, { side: 'Buy', quantity: 2, limit_price: 6690 }));
      const { page, complaints, close } = await app.enter(kim, `/desk/${floor.instrumentId}`, { script });
      if (script) await hasOpenStream(page);
      const said = page.locator(script ? '#said.success' : '.flash');
      await page.getByRole('button', { name: 'Close' }).click();
      await said.filter({ hasText: 'remain' }).waitFor();
      expect(await said.innerText()).toMatch(
        /^Order \d+: sold 2 FLOOR at 6690\.00\. It is complete\. 2 working orders of this instrument remain\. Cancel them$/,
      );
      await said.getByRole('button', { name: 'Cancel them' }).click();
      await said.filter({ hasText: '2 orders are canceled.' }).waitFor();
      await page.locator('#mine .empty', { hasText: 'No working orders.' }).waitFor();
      expect(await floor.read(kim.token, '/orders?status=Open')).toEqual([]);

      // Nothing is left to say when none remains.
      await floor.act(kim.token, floor.limit(kims, { quantity: 1, limit_price: 6700 }));
      await floor.act(bob.token, floor.limit(bobs, { side: 'Buy', quantity: 1, limit_price: 6690 }));
      if (!script) await page.reload();
      await page.getByRole('button', { name: 'Close' }).click();
      await said.filter({ hasText: 'sold 1' }).waitFor();
      expect(await said.innerText()).not.toContain('remain');
      expect(complaints).toEqual([]);
      await close();
    },
    60_000,
  );

  it('says what becomes of a working order while the page is open', async () => {
    const lea = await people.named(app.testApp, 'lea');
    const leas = await floor.account(lea);
    const { id: waiting } = await floor.order(lea.token, floor.limit(leas, { quantity: 3, limit_price: 6695 }));
    const { page, complaints, close } = await app.enter(lea, `/desk/${floor.instrumentId}`);
    await hasOpenStream(page);
    const said = page.locator('#said.success');
    await floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity: 1, limit_price: 6695 }));
    await said.filter({ hasText: `Order ${waiting}: bought 1 FLOOR at 6695.00, 2 remaining.` }).waitFor();
    await floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity: 2, limit_price: 6695 }));
    await said.filter({ hasText: `Order ${waiting}: bought 3 FLOOR at 6695.00. It is complete.` }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('says of each working order what became of it, where one order fills several or a moment passes between', async () => {
    const max = await people.named(app.testApp, 'max');
    const maxs = await floor.account(max);
    const place = async (price: number): Promise<number> =>
      (await floor.order(max.token, floor.limit(maxs, { quantity: 2, limit_price: price }))).id;
    const [first, second, third] = [await place(6698), await place(6697), await place(6696)];
    const { page, complaints, close } = await app.enter(max, `/desk/${floor.instrumentId}`);
    await hasOpenStream(page);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const said = page.locator('#said.success');
    const sell = (quantity: number, price: number) =>
      floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity, limit_price: price }));
    const complete = (id: number, price: string): string => `Order ${id}: bought 2 FLOOR at ${price}. It is complete.`;

    await sell(3, 6697);
    const partly = `Order ${second}: bought 1 FLOOR at 6697.00, 1 remaining.`;
    await said.filter({ hasText: `${complete(first, '6698.00')} ${partly}` }).waitFor();
    expect(loaded.filter((path) => path.startsWith('/orders/'))).toEqual([`/orders/${first}`, `/orders/${second}`]);

    await sell(3, 6696);
    await said.filter({ hasText: complete(third, '6696.00') }).waitFor();
    expect(await said.textContent()).toBe(
      [complete(first, '6698.00'), complete(second, '6697.00'), complete(third, '6696.00')].join(' '),
    );
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('counts the rest where many orders fill at once', async () => {
    const ben = await people.named(app.testApp, 'ben');
    const bens = await floor.account(ben);
    const ids: number[] = [];
    for (let at = 0; at < 8; at++)
      ids.push((await floor.order(ben.token, floor.limit(bens, { quantity: 1, limit_price: 6695 }))).id);
    const { page, complaints, close } = await app.enter(ben, `/desk/${floor.instrumentId}`);
    await hasOpenStream(page);
    await floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity: 8, limit_price: 6695 }));
    const said = page.locator('#said.success');
    await said.getByRole('link', { name: '3 more orders' }).waitFor();
    const inWords = [...((await said.textContent()) ?? '').matchAll(/Order (\d+): bought 1 FLOOR/g)].map(([, id]) =>
      Number(id),
    );
    expect(inWords).toEqual(ids.slice(3));
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('says where it stands why it is not closed', async () => {
    const eve = await people.eve(app.testApp);
    const eves = await floor.account(eve, { maxOrderQuantity: 2 });
    const buy = floor.limit(eves, { side: 'Buy', quantity: 2, limit_price: 6700 });
    for (let n = 0; n < 2; n++) await floor.act(eve.token, buy);
    const { page, close } = await app.enter(eve, `/desk/${floor.instrumentId}`);
    await page.getByRole('button', { name: 'Close' }).click();
    const said = page.locator('#said.failed');
    await said.waitFor();
    expect(await said.textContent()).toMatch(
      /^Order \d+ was rejected: An order here may be for 2 at most\. Nothing was sold\. See order \d+/,
    );
    await close();
  }, 60_000);

  it('stays, with a way back to it, when Close is pressed after the session has ended', async () => {
    await bid(6700);
    const path = `/desk/${floor.instrumentId}`;
    const { page, close } = await app.enter(ada, path);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('#said.failed', { hasText: 'Login is required' }).waitFor();
    const link = page.locator('#said').getByRole('link', { name: 'Sign in and come back here' });
    expect(await link.getAttribute('href')).toBe(`/login?resume=${encodeURIComponent(path)}`);
    await close();
  }, 60_000);
});
