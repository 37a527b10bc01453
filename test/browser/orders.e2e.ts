import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Display, type Window } from '../support/browser.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { hasOpenStream } from '../support/listening-pages.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

describe('order pages in a browser', () => {
  let testApp: TestApp;
  let browser: Browser;
  let floor: Floor;
  let home: string;
  let [ada, bob] = [{} as Person, {} as Person];
  let [adas, bobs] = [0, 0];
  beforeAll(async () => {
    [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
    [home, floor] = [await testApp.url(), await tradingFloor(testApp)];
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const enter = async (path: string, display: Display = {}): Promise<Window> =>
    browser.open(home + path, { ...display, cookies: await signedIn(testApp, ada) });
  /** A page that is left does not hear its events to the end. */
  const real = (complaints: readonly string[]): string[] =>
    complaints.filter((one) => one !== `failed: ${home}/events`);
  const ticket = async (page: Page, values: Record<string, string>): Promise<void> => {
    await page.goto(`${home}/orders/new?instrument_id=${floor.instrumentId}&action_type=LimitOrderSub`);
    await page.getByLabel('Buy', { exact: true }).check();
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel('Time in force').selectOption('GTC');
    await page.locator('[data-send]').click();
  };
  const sell = (quantity: number, price: number) =>
    floor.act(bob.token, floor.limit(bobs, { side: 'Sell', quantity, limit_price: price }));
  const cell = (page: Page, id: string, column: string) =>
    page.locator(`#o${id} td`).nth(['Order', 'Instrument', 'Side', 'Quantity', 'Filled', 'Limit'].indexOf(column));
  const idIn = (page: Page): string => /\/orders\/(\d+)$/.exec(page.url())?.[1] ?? '';

  it('show the whole reason of a rejection with its figures at 1280 pixels', async () => {
    const poor = await floor.account(ada, { buyingPowerPercent: 1 });
    await floor.execute({ type: 'StateMoney', acctId: poor, asOf: '2026-01-05', cashBalance: 100n, netLiq: 100n });
    await floor.act(ada.token, floor.limit(poor));
    const { page, close } = await enter('/orders?status=Rejected');
    const cell = page.locator('td.do', { hasText: 'insufficient margin' });

    await cell.getByText('insufficient margin').waitFor();
    expect(await cell.innerText()).toBe('insufficient margin\n92,500.00 USD needed, 0.0001 available');
    expect(
      await cell.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
        scrollWidth - clientWidth,
        scrollHeight - clientHeight,
      ]),
    ).toEqual([0, 0]);
    expect(await page.locator('th[data-f="actions"]').innerText()).toBe('Actions, reasons');
    await close();
  });

  it('say the reason of a rejection with its figures in the head of the order, on the first screen of a phone', async () => {
    const small = await floor.account(ada, { maxOrderQuantity: 3 });
    await floor.act(ada.token, floor.limit(small));
    const [rejected] = await floor.read<{ id: number }[]>(ada.token, `/orders?acct_id=${small}`);
    const { page, close } = await enter(`/orders/${rejected?.id}`, { width: 360 });
    const head = page.locator('#order > .lead');

    expect(await head.innerText()).toMatch(/It would be 5; the limit is 3\. Explanation$/);
    expect(await head.innerText()).toContain('Was not accepted, and bought nothing.');
    expect(await page.locator('.timeline').innerText()).toContain('It would be 5; the limit is 3.');
    const place = await head.boundingBox();
    expect((place?.y ?? 800) + (place?.height ?? 0)).toBeLessThan(500);
    await close();
  });

  it.each([true, false])(
    'place an order, show and fix a rejection, modify it, fill it and show its timeline; with a script: %s',
    async (script) => {
      const { page, complaints, close } = await enter('/orders/new', { script });
      await ticket(page, { Quantity: '5', 'Limit price': '6600.3' });
      expect(await page.locator('#limit_price-fault').innerText()).toBe(
        'The price tick is 0.25; the nearest are 6600.25 and 6600.50.',
      );
      expect(await page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('5');
      await page.getByLabel('Limit price').fill('6600.25');
      await page.locator('[data-send]').click();
      await page.waitForURL(/\/orders\/\d+$/);
      const id = idIn(page);
      expect(await page.locator('.flash').innerText()).toBe(
        `Order ${id} is open: it buys 5 FLOOR at 6600.25 or below.`,
      );

      await page.getByRole('link', { name: 'Modify', exact: true }).click();
      await page.getByLabel('Quantity').fill('8');
      await page.getByRole('button', { name: 'Modify order' }).click();
      await page.waitForURL(`${home}/orders/${id}`);
      expect(await page.locator('.flash').innerText()).toBe(
        `Order ${id} is modified: it now buys 8 FLOOR at 6600.25 or below.`,
      );
      if (script) await hasOpenStream(page);
      await sell(3, 6600.25);
      await (script ? page.getByText('Bought 3 at 6600.25').waitFor() : page.reload());
      expect(await page.locator('.lead').innerText()).toContain('Bought 3 FLOOR at 6600.25, 5 remaining.');
      await page.getByRole('button', { name: 'Cancel order' }).click();
      await page.locator('.flash').waitFor();

      expect(await page.locator('.flash').innerText()).toBe(
        `Order ${id} is canceled. 3 FLOOR were bought at 6600.25 before; the remaining 5 are canceled.`,
      );
      expect(await page.locator('.timeline strong').allInnerTexts()).toEqual([
        'Accepted',
        'Modified',
        'Bought 3 at 6600.25',
        'Canceled',
      ]);
      expect(await page.locator('.timeline li').last().innerText()).toContain(
        'As requested. 3 of 8 were bought; the other 5 were not.',
      );
      expect(real(complaints).filter((one) => !/^422|status of 422/.test(one))).toEqual([]);
      await close();
    },
    90_000,
  );

  it('place no second order when the same ticket is sent again, with a notice', async () => {
    const { page, close } = await enter('/orders/new', { script: false });
    await ticket(page, { Quantity: '2', 'Limit price': '6500' });
    await page.waitForURL(/\/orders\/\d+$/);
    const id = idIn(page);
    await page.goBack();
    await page.getByLabel('Buy', { exact: true }).check();
    await page.getByLabel('Quantity', { exact: true }).fill('2');
    await page.getByLabel('Limit price').fill('6500');
    await page.getByLabel('Time in force').selectOption('GTC');
    await page.locator('[data-send]').click();
    await page.locator('.flash').waitFor();

    expect(page.url()).toBe(`${home}/orders/${id}`);
    expect(await page.locator('.flash').innerText()).toContain(
      `You already sent this ticket. It is order ${id}; no second order was placed.`,
    );
    await page.getByRole('link', { name: 'Order again' }).click();
    expect(await page.getByLabel('Limit price').inputValue()).toBe('6500.00');
    await close();
  }, 60_000);

  it('show a halt and its end on the open order page and order list', async () => {
    const { id } = await floor.order(ada.token, floor.limit(adas, { limit_price: 6500 }));
    const { page, complaints, close } = await enter(`/orders/${id}`);
    const list = await enter('/orders?status=Open', { width: 360 });
    await floor.data.turn(floor.instrumentId, 'Halted');
    await list.page
      .locator('#pauses', { hasText: 'Trading in FLOOR is halted. Its orders can be canceled but not modified.' })
      .waitFor();
    await list.page.locator(`#o${id} .do`, { hasText: 'halted' }).waitFor();
    await page
      .locator('.pause', { hasText: 'Trading in FLOOR is halted. This order cannot trade or be modified meanwhile.' })
      .waitFor();
    expect([
      await page.getByRole('link', { name: 'Modify' }).count(),
      await page.getByRole('button', { name: 'Cancel order' }).count(),
    ]).toEqual([0, 1]);
    await floor.data.turn(floor.instrumentId, 'Open');
    await page.getByRole('link', { name: 'Modify' }).waitFor();
    await list.page.getByRole('link', { name: `Modify order ${id}` }).waitFor();
    expect([
      await page.locator('.pause').count(),
      await list.page.locator('.pause').count(),
      real(complaints),
      real(list.complaints),
    ]).toEqual([0, 0, [], []]);
    await close();
    await list.close();
  }, 60_000);

  it('update the list in two windows, insert new orders and keep the focus', async () => {
    const { id } = await floor.order(ada.token, floor.limit(adas, { limit_price: 6610, quantity: 6 }));
    const windows = [
      await enter('/orders?status=Open'),
      await enter('/orders?status=Open', { width: 360, colors: 'dark' }),
    ] as const;
    for (const { page } of windows) await hasOpenStream(page);
    const [{ page }] = windows;
    await page.locator(`#o${id} a`).first().focus();
    await sell(4, 6610);
    for (const window of windows) await cell(window.page, String(id), 'Filled').filter({ hasText: '4' }).waitFor();
    const before = await page.locator('tbody tr').count();
    const { id: next } = await floor.order(ada.token, floor.limit(adas, { limit_price: 6400 }));
    for (const window of windows) await window.page.locator(`#o${next}`).waitFor();
    await page.getByText('A new order is in the list.').waitFor();

    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(String(id));
    expect([await page.locator('tbody tr').count(), await page.locator('tbody tr').first().getAttribute('id')]).toEqual(
      [before + 1, `o${next}`],
    );
    for (const window of windows) {
      expect(real(window.complaints)).toEqual([]);
      await window.close();
    }
  }, 90_000);

  it('modify and cancel an order in the list, and explain a modification that comes too late', async () => {
    const { id } = await floor.order(ada.token, floor.limit(adas, { limit_price: 6620, quantity: 6 }));
    const { page, complaints, close } = await enter('/orders?status=Open');
    await hasOpenStream(page);
    await page.getByRole('link', { name: `Modify order ${id}` }).click();
    await page.getByRole('dialog').getByLabel('Limit price').fill('6620.1');
    await page.getByRole('dialog').getByRole('button', { name: 'Modify order' }).click();
    await page.getByText('the nearest are 6620.00 and 6620.25').waitFor();
    await page.getByRole('dialog').getByLabel('Limit price').fill('6620.25');
    await page.getByRole('dialog').getByRole('button', { name: 'Modify order' }).click();
    await cell(page, String(id), 'Limit').filter({ hasText: '6620.25' }).waitFor();
    await page
      .locator('[data-news]', { hasText: `Order ${id} is modified: it now buys 6 FLOOR at 6620.25 or below.` })
      .waitFor();

    await page.getByRole('link', { name: `Modify order ${id}` }).click();
    await page.getByRole('dialog').getByLabel('Quantity').fill('9');
    // A fill is no new version; another change is.
    await sell(1, 6620.25);
    await floor.act(ada.token, { action_type: 'OrderModification', order_id: id, quantity: 7 });
    await page.getByRole('dialog').getByRole('button', { name: 'Modify order' }).click();
    await page.locator('[data-news]', { hasText: 'has changed since you opened the form' }).waitFor();

    // A user who was signed out meanwhile finds what they typed behind the sign-in, and sends it themselves.
    await page.getByRole('link', { name: `Modify order ${id}` }).click();
    await page.getByRole('dialog').getByLabel('Quantity').fill('8');
    await page.context().clearCookies();
    await page.getByRole('dialog').getByRole('button', { name: 'Modify order' }).click();
    await page.getByRole('link', { name: 'Sign in and come back to it' }).click();
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password').fill(ada.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page
      .locator('[data-unsent]', { hasText: 'You were signed out when you sent this, so the order was not changed.' })
      .waitFor();
    expect([
      await page.getByLabel('Quantity').inputValue(),
      (await floor.read<{ quantity: number }>(ada.token, `/orders/${id}`)).quantity,
    ]).toEqual(['8', 7]);
    await page.goto(`${home}/orders?status=Open`);

    await page.getByRole('button', { name: `Cancel order ${id}` }).click();
    await page.locator(`#o${id}`, { hasText: 'Canceled' }).waitFor();
    expect(await page.getByRole('button', { name: `Cancel order ${id}` }).count()).toBe(0);
    expect(real(complaints).filter((one) => !/^(401|409|422)|status of (401|409|422)/.test(one))).toEqual([]);
    await close();
  }, 90_000);

  it('work by keyboard alone, with shortcuts that can be switched off', async () => {
    const { page, close } = await enter('/desk');
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    // One key right after the other.
    await page.keyboard.type('go');
    await page.waitForURL(`${home}/orders`);
    await press('n');
    await page.waitForURL(/\/orders\/new/);
    await press('/');
    await page.keyboard.type('floor');
    await press('Enter');
    await page.getByRole('heading', { name: 'New order in FLOOR' }).waitFor();
    await press('b', 'Tab');
    await page.keyboard.type('7');
    await press('Tab');
    await page.keyboard.type('6555');
    await press('ArrowUp', 'ArrowUp', 'ArrowDown');
    expect(await page.locator('[data-send]').innerText()).toBe('Buy 7 FLOOR at 6555.25');
    await press('Enter');
    await page.waitForURL(/\/orders\/\d+$/);
    const id = idIn(page);
    await page.keyboard.type('go');
    await page.waitForURL(`${home}/orders`);
    await hasOpenStream(page);
    await press('j', 'e');
    await page.getByRole('dialog').waitFor();
    await press('Escape');
    await press('c');
    await page.locator(`#o${id}`, { hasText: 'Canceled' }).waitFor();
    await press('?');
    await page.getByRole('checkbox', { name: 'Keys work in this browser' }).focus();
    await press('Space');
    await page.keyboard.type('go');
    await page.waitForTimeout(300);

    expect(page.url()).toBe(`${home}/shortcuts`);
    await close();
  }, 90_000);
});
