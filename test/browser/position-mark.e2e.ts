import type { Page } from 'playwright-core';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('the mark of a position on GET /desk/:id, where the last trade lies outside of bid and offer', () => {
  let app: BrowserApp;
  let floor: Floor;
  let [ada, bob, eve, zoe] = [{} as Person, {} as Person, {} as Person, {} as Person];
  let [adas, bobs, eves, zoes] = [0, 0, 0, 0];
  let path = '';
  /** Bob's orders, which are the book. */
  const book = { Buy: 0, Sell: 0 };
  beforeAll(async () => {
    app = await openBrowserApp();
    floor = await tradingFloor(app.testApp);
    path = `/desk/${floor.instrumentId}`;
    [ada, bob, eve] = [await people.ada(app.testApp), await people.bob(app.testApp), await people.eve(app.testApp)];
    zoe = await people.named(app.testApp, 'zoe');
    [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
    [eves, zoes] = [await floor.account(eve), await floor.account(zoe)];
    // Ada sells one, and Eve buys five.
    await trade('Buy', [ada, adas], 1);
    await trade('Sell', [eve, eves], 5);
  }, 60_000);
  beforeEach(async () => {
    await quote('Buy', 6710.5, 5);
    await quote('Sell', 6710.75, 5);
  });
  afterAll(() => app.close());

  async function trade(
    side: 'Buy' | 'Sell',
    [person, acctId]: readonly [Person, number],
    quantity: number,
    price = 6709.25,
  ) {
    const other = side === 'Buy' ? 'Sell' : 'Buy';
    await floor.order(bob.token, floor.limit(bobs, { side, quantity, limit_price: price }));
    await floor.order(person.token, floor.limit(acctId, { side: other, quantity, limit_price: price }));
  }
  async function withdraw(side: 'Buy' | 'Sell'): Promise<void> {
    if (book[side] !== 0) await floor.act(bob.token, { action_type: 'OrderCancellation', order_id: book[side] });
    book[side] = 0;
  }
  async function quote(side: 'Buy' | 'Sell', price: number, quantity: number): Promise<void> {
    await withdraw(side);
    ({ id: book[side] } = await floor.order(bob.token, floor.limit(bobs, { side, quantity, limit_price: price })));
  }
  const readMark = async (page: Page): Promise<string> =>
    (await page.locator('#mark').innerText()).replace(/\d\d:\d\d:\d\d( UTC)?/, 'TIME');
  const expectMark = async (page: Page, text: string): Promise<void> => {
    for (let tries = 0; tries < 40 && (await readMark(page)) !== text; tries++) await page.waitForTimeout(50);
    expect(await readMark(page)).toBe(text);
  };
  const readUnrealized = (page: Page): Promise<string> => page.locator('#mine td:nth-child(4)').first().innerText();

  it('says of when it is and what closing now would bring, without a script', async () => {
    const short = await app.enter(ada, path, { script: false });
    const [last] = await floor.read<{ time: string }[]>(
      ada.token,
      `/marketdata?instrument_ids=${floor.instrumentId}&sides=Last`,
    );
    expect(await readUnrealized(short.page)).toBe('0.00');
    expect(await short.page.locator('#mark time').getAttribute('datetime')).toBe(last?.time);
    expect(await readMark(short.page)).toBe('Mark: last trade TIME · closing at the offer, 6710.75: -75.00 USD');
    await short.close();

    await quote('Buy', 6710.5, 3);
    const long = await app.enter(eve, path, { script: false });
    expect(await readMark(long.page)).toBe(
      'Mark: last trade TIME · closing all at the bid, 6710.50 (size 3): +312.50 USD',
    );
    expect(await long.page.locator('#mark b').getAttribute('class')).toBe('figure pos');
    await withdraw('Buy');
    await long.page.reload();
    expect(await readMark(long.page)).toBe('Mark: last trade TIME');
    await long.close();
  }, 60_000);

  it('follows bid, offer and last trade where it stands', async () => {
    const { page, complaints, close } = await app.enter(eve, path);
    await page.locator('#pulse[data-state="live"]').waitFor();
    const top = (): Promise<number> =>
      page
        .locator('#mine tbody')
        .first()
        .evaluate((rows) => rows.getBoundingClientRect().top);
    const before = await top();
    // The line that the page came with, and not one that was asked for later.
    await page.locator('#mark').evaluate((line) => line.setAttribute('data-kept', ''));
    await expectMark(page, 'Mark: last trade TIME · closing at the bid, 6710.50: +312.50 USD');
    await quote('Buy', 6708, 2);
    await expectMark(page, 'Mark: last trade TIME · closing all at the bid, 6708.00 (size 2): -312.50 USD');
    expect(await page.locator('#mark b').getAttribute('class')).toBe('figure neg');
    expect(await top()).toBe(before);
    await withdraw('Buy');
    await expectMark(page, 'Mark: last trade TIME');
    await quote('Buy', 6709.25, 9);
    await expectMark(page, 'Mark: last trade TIME · closing at the bid, 6709.25: 0.00 USD');
    expect(await page.locator('#mark b').getAttribute('class')).toBe('figure');
    expect(await page.locator('#mark[data-kept]').count()).toBe(1);
    const time = page.locator('#mark time');
    const earlier = await time.getAttribute('datetime');
    await trade('Sell', [zoe, zoes], 1, 6710);
    await page.locator(`#mark time:not([datetime="${earlier}"])`).waitFor();
    expect(await time.innerText()).toMatch(/^\d\d:\d\d:\d\d$/);
    const shown = await readMark(page);
    await page.reload();
    expect(await readMark(page)).toBe(shown);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it.each([true, false])(
    'moves nothing at 360 pixels and is not cut, script: %s',
    async (script) => {
      const { page, close } = await app.enter(eve, path, { script, width: 360, isTouched: true });
      const measure = () =>
        page
          .locator('#mark')
          .evaluate((line) => ({
            height: line.getBoundingClientRect().height,
            isInside: line.getBoundingClientRect().right <= window.innerWidth && line.scrollWidth <= line.clientWidth,
            isPageInside: document.documentElement.scrollWidth <= window.innerWidth,
          }));
      const before = await measure();
      expect(before).toMatchObject({ isInside: true, isPageInside: true });
      await quote('Buy', 6600, 2);
      if (!script) await page.reload();
      await page.locator('#mark', { hasText: '(size 2): -27,' }).waitFor();
      expect(await measure()).toEqual(before);
      await withdraw('Buy');
      if (!script) await page.reload();
      await page.locator('#mark > span').waitFor({ state: 'hidden' });
      expect(await measure()).toEqual(before);
      await close();
    },
    60_000,
  );

  it('says nothing of closing while the instrument is halted', async () => {
    await floor.data.turn(floor.instrumentId, 'Halted');
    const { page, close } = await app.enter(ada, path);
    await page.locator('#pulse[data-state="live"]').waitFor();
    expect(await readMark(page)).toBe('Mark: last trade TIME');
    await floor.data.turn(floor.instrumentId, 'Open');
    await page.locator('#mark > span', { hasText: 'closing at the offer, 6710.75' }).waitFor();
    await close();
  }, 60_000);
});
