import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Window } from '../support/browser.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('ladder on the page of an instrument', () => {
  let testApp: TestApp;
  let browser: Browser;
  let floor: Floor;
  let [ada, bob] = [{} as Person, {} as Person];
  let [adas, bobs] = [0, 0];
  beforeAll(async () => {
    [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
    floor = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const enter = async (script = true): Promise<Window> =>
    browser.open(`${await testApp.url()}/desk/${floor.instrumentId}`, {
      script,
      cookies: await signedIn(testApp, ada),
    });
  const offer = (price: number) => floor.order(bob.token, floor.limit(bobs, { side: 'Sell', limit_price: price }));
  const bid = (price: number) => floor.order(ada.token, floor.limit(adas, { side: 'Buy', limit_price: price }));
  const cancel = (person: Person, { id }: Readonly<{ id: number }>) =>
    floor.act(person.token, { action_type: 'OrderCancellation', order_id: id });

  /** What the rows of the ladder are, from above: a bid, an offer, a price without either, or no price at all. */
  const listKinds = (page: Page): Promise<string[]> =>
    page
      .locator('#ladder tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          row.querySelector('a') === null
            ? 'words'
            : (/bid|offer/.exec(row.getAttribute('class') ?? '')?.[0] ?? 'price'),
        ),
      );
  const readPrices = (page: Page): Promise<string[]> => page.locator('#ladder tbody a').allInnerTexts();

  it('has no bid above the spread when the market has risen through the rows, which keep their prices', async () => {
    const [low, high] = [await offer(6700.25), await offer(6701)];
    await bid(6700);
    const { page, close } = await enter();
    await page.locator('#pulse[data-state="live"]').waitFor();
    const prices = await readPrices(page);
    await cancel(bob, low);
    await bid(6700.75);
    await page.locator('.bid a', { hasText: '6700.75' }).waitFor();

    expect(await readPrices(page)).toEqual(prices);
    const kinds = await listKinds(page);
    expect(kinds.slice(kinds.indexOf('words') + 1).filter((kind) => kind === 'bid')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'bid' || kind === 'offer')).toEqual(['offer', 'bid', 'bid']);
    await page.locator('section.booked', { hasText: '0.25 spread' }).waitFor();
    await cancel(bob, high);
    await page.locator('section.booked', { hasText: 'No offers.' }).waitFor();
    await close();
  }, 60_000);

  it('keeps the focus on an order, and a move of it under way, when the market moves its row', async () => {
    for (const [who, acctId] of [
      [ada, adas],
      [bob, bobs],
    ] as const)
      await floor.act(who.token, { action_type: 'MassCancellation', acct_id: acctId });
    await bid(6690);
    const first = await offer(6690.5);
    const { page, complaints, close } = await enter();
    await page.locator('#pulse[data-state="live"]').waitFor();
    const readFocused = (): Promise<string> =>
      page.evaluate(
        () => document.activeElement?.closest('#ladder tr')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '',
      );
    await page.locator('#ladder td[tabindex]', { hasText: 'B 5' }).focus();
    await page.keyboard.press('ArrowUp');
    const prices = await readPrices(page);
    await cancel(bob, first);
    await offer(6696);
    await page.locator('.offer a', { hasText: '6696.00' }).waitFor();

    expect(await readPrices(page)).not.toEqual(prices);
    expect(await readFocused()).toMatch(/^B 5.*6690\.00/);
    expect(await page.locator('#moving').innerText()).toBe('To 6690.25: Enter or Escape');
    await page.keyboard.press('Enter');
    await page.locator('#moving', { hasText: 'Moved to 6690.25' }).waitFor();
    await page.locator('#ladder tr:has(td[tabindex])', { hasText: '6690.25' }).waitFor();
    expect(await readFocused()).toMatch(/^B 5.*6690\.25/);
    expect(await page.locator('#moving').innerText()).toBe('Moved to 6690.25');
    // What was said gives its place back to the sizes of a click.
    await page.locator('.booked .away').first().waitFor({ timeout: 8_000 });
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('keeps its prices while a mouse points at a row, and follows the market afterwards', async () => {
    await floor.act(ada.token, { action_type: 'MassCancellation', acct_id: adas });
    await floor.act(bob.token, { action_type: 'MassCancellation', acct_id: bobs });
    await bid(6690);
    const first = await offer(6690.5);
    const { page, complaints, close } = await enter();
    await page.locator('.bid a', { hasText: '6690.00' }).waitFor();
    const prices = await readPrices(page);
    await page.locator('#ladder tbody tr', { hasText: '6690.25' }).hover();
    await cancel(bob, first);
    await offer(6696);
    await page.locator('section.booked', { hasText: '6.00 spread' }).waitFor();
    expect(await readPrices(page)).toEqual(prices);
    await page.getByRole('heading', { level: 1 }).hover();
    await page.locator('.offer a', { hasText: '6696.00' }).waitFor();
    expect(await readPrices(page)).toContain('6690.00');

    // A key centers it also while the mouse is there.
    await page.locator('#ladder tbody tr').first().hover();
    await floor.act(ada.token, { action_type: 'MassCancellation', acct_id: adas });
    await bid(6680);
    await page.locator('section.booked', { hasText: '16.00 spread' }).waitFor();
    expect(await readPrices(page)).not.toContain('6680.00');
    await page.locator('#ladder a').first().focus();
    await page.keyboard.press('Home');
    await page.locator('.bid a', { hasText: '6680.00' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('scrolls away from the market and back, and says which orders are out of sight', async () => {
    await floor.act(ada.token, { action_type: 'MassCancellation', acct_id: adas });
    await floor.act(bob.token, { action_type: 'MassCancellation', acct_id: bobs });
    await Promise.all([bid(6700), bid(6690), bid(6680), offer(6700.25)]);
    const { page, complaints, close } = await enter();
    await page.locator('.bid a', { hasText: '6700.00' }).waitFor();
    const button = (name: string) => page.locator('.away').getByRole('button', { name });
    await button('↓ B 5 +1').waitFor();
    const centered = await readPrices(page);
    expect(centered).toContain('6700.00');

    await button('↓ B 5 +1').click();
    await page.locator('#ladder tr', { hasText: '6690.00' }).getByText('B 5').waitFor();
    await button('↓ B 5').hover();
    expect(await button('↓ B 5').getAttribute('title')).toBe('Show B 5 at 6680.00');
    const scrolled = await readPrices(page);
    await offer(6700.5);
    // The wheel is the ladder's over the ladder only.
    await page.locator('#ladder').hover();
    await page.mouse.wheel(0, 240);
    await page.locator('#ladder a', { hasText: '6689.00' }).waitFor();
    expect(await readPrices(page)).not.toContain('6700.00');
    expect((await readPrices(page))[0]).toBe((Number(scrolled[0]) - 0.5).toFixed(2));

    await page.locator('#ladder a', { hasText: '6690.00' }).focus();
    await page.keyboard.press('PageUp');
    await page.locator('#ladder a', { hasText: '6696.25' }).waitFor();
    await page.keyboard.press('Home');
    await page.locator('.bid a', { hasText: '6700.00' }).waitFor();
    expect(await readPrices(page)).toEqual(centered);
    expect(await button('Center').isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('has a column for each side: a click buys among the bids and sells among the offers', async () => {
    await bid(6700);
    const { page, complaints, close } = await enter();
    await page.locator('.bid a', { hasText: '6700.00' }).waitFor();
    const row = (price: string) => page.locator('#ladder tbody tr', { hasText: price });
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute('name') ?? null);
    await row('6699.50').locator('td').nth(1).click();
    expect(await page.getByLabel('Buy', { exact: true }).isChecked()).toBe(true);
    expect([await page.getByLabel('Limit price').inputValue(), await focused()]).toEqual(['6699.50', 'quantity']);
    await page.keyboard.type('2');
    await row('6701.00').locator('td').nth(3).click();
    expect(await page.getByLabel('Sell', { exact: true }).isChecked()).toBe(true);
    expect([await page.getByLabel('Limit price').inputValue(), await focused()]).toEqual(['6701.00', 'limit_price']);

    // A price has no letters: in its field they are keys.
    await page.keyboard.press('b');
    expect(await page.getByLabel('Buy', { exact: true }).isChecked()).toBe(true);
    await page.getByLabel('Limit price').focus();
    await page.keyboard.press('p');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Buy 2 FLOOR at 6701.00');
    expect(await page.getByLabel('Limit price').inputValue()).toBe('6701.00');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('lets what the ticket said of an order go when the order is another', async () => {
    await floor.act(ada.token, { action_type: 'MassCancellation', acct_id: adas });
    const { page, close } = await enter();
    await page.locator('#pulse[data-state="live"]').waitFor();
    const said = page.locator('[data-sent]');
    for (const price of ['6650', '6651']) {
      await page.getByLabel('Buy', { exact: true }).check();
      await page.getByLabel('Quantity').fill('2');
      await page.getByLabel('Limit price').fill(price);
      await page.locator('[data-send]').click();
      await said.filter({ hasText: `buys 2 FLOOR at ${price}` }).waitFor();
      await page.locator('#mine', { hasText: `${price}.00` }).waitFor();
    }
    // Another order has changed.
    await page.locator('#mine tr', { hasText: '6650.00' }).getByRole('button', { name: 'Cancel' }).click();
    await page.locator('#mine tr', { hasText: '6650.00' }).waitFor({ state: 'detached' });
    expect(await said.innerText()).toContain('6651');
    await page.locator('#mine tr', { hasText: '6651.00' }).getByRole('button', { name: 'Cancel' }).click();
    await page.locator('#mine tr', { hasText: '6651.00' }).waitFor({ state: 'detached' });
    await said.filter({ hasNotText: '6651' }).waitFor({ state: 'attached' });
    expect(await said.innerText()).toBe('');
    await close();
  }, 60_000);

  it('has as many rows as fit a wide and high window, with their orders, and those that it came with in another', async () => {
    const far = await bid(6690);
    const { page, close } = await enter();
    const rows = page.locator('#ladder tbody tr');
    await page.locator('#pulse[data-state="live"]').waitFor();
    expect(await rows.count()).toBe(20);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.locator('#ladder tbody tr:nth-child(16)').first().waitFor();
    const count = await rows.count();
    const last = await rows.last().boundingBox();

    expect(count).toBeGreaterThanOrEqual(30);
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(1080);
    const prices = await readPrices(page);
    expect(prices).toHaveLength(count);
    expect(new Set(prices).size).toBe(count);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('#ladder tbody tr:nth-child(11)').first().waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(20);
    await cancel(ada, far);
    await close();
  }, 60_000);

  describe('by keyboard', () => {
    const tabTo = async (page: Page, times: number): Promise<void> => {
      for (let time = 0; time < times; time += 1) await page.keyboard.press('Tab');
    };
    const readFocused = (page: Page): Promise<string> =>
      page.evaluate(() => document.activeElement?.textContent.trim() ?? '');

    it('is passed by the skip link to the ticket, without a script', async () => {
      const { page, close } = await enter(false);
      await tabTo(page, 2);

      expect(await readFocused(page)).toBe('Skip to the ticket');
      expect((await page.locator('.skip:focus').boundingBox())?.y).toBeGreaterThanOrEqual(0);
      await page.keyboard.press('Enter');
      await tabTo(page, 1);
      expect(await page.evaluate(() => document.activeElement?.closest('#ticket') !== null)).toBe(true);
      await close();
    });

    it('is one stop, and arrow keys go along its prices', async () => {
      await bid(6700);
      const { page, close } = await enter();
      await page.locator('#pulse[data-state="live"]').waitFor();
      await page.locator('#ladder a[tabindex="0"]').waitFor();
      const prices = await readPrices(page);
      const stops = await page.locator('#ladder a:not([tabindex="-1"])').allInnerTexts();
      await page.locator('#ladder a[tabindex="0"]').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      const below = await readFocused(page);

      expect(stops).toHaveLength(1);
      expect(below).toBe(prices[prices.indexOf(stops[0] ?? '') + 1]);
      expect(await page.locator('#ladder a[tabindex="0"]').allInnerTexts()).toEqual([below]);
      await page.keyboard.press('Enter');
      expect(await page.inputValue('#ticket [name="limit_price"]')).toBe(below);
      await close();
    });

    it('is a stop for each price without a script', async () => {
      const { page, close } = await enter(false);

      expect(await page.locator('#ladder a[tabindex]').count()).toBe(0);
      await close();
    });
  });
});
