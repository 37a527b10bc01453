import type { Locator, Page } from 'playwright-core';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, openBrowser, type Window } from '../support/browser.js';
import { cuttingProxy } from '../support/cutting-proxy.js';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

/** Runs in the page: takes down which cells of a line are marked, for a mark does not stay; and gives the line a sign of its own. */
function noteMarks(line: string): void {
  const marks: string[] = [];
  (globalThis as unknown as { marks: string[] }).marks = marks;
  const row = document.getElementById(line);
  if (!row) return;
  row.dataset['same'] = 'yes';
  const cells = [...row.querySelectorAll('td')];
  new MutationObserver((changes) => {
    for (const { target } of changes)
      marks.push(
        `${cells.indexOf(target as HTMLTableCellElement)} ${(target as HTMLElement).dataset['changed'] ?? 'none'}`,
      );
  }).observe(row, { subtree: true, attributeFilter: ['data-changed'] });
}

/** The address of a server whose answers break off in the middle. */
async function breakingOff(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server.unref(), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rows`;
}

describe('live updates of GET /marketdata', () => {
  let testApp: TestApp;
  let browser: Browser;
  let desk: BackOffice;
  let proxy: Awaited<ReturnType<typeof cuttingProxy>>;
  beforeAll(async () => {
    [testApp, browser] = [await openTestApp(), await openBrowser()];
    desk = await openBackOffice(testApp);
    proxy = await cuttingProxy(await testApp.url());
    await desk.data.instrument(desk.productId, { symbol: 'QUIET', settlement_price: undefined });
    await desk.trade(1, 6700);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    proxy.close();
    await testApp.close();
  });

  const enter = async (home: string): Promise<Window> => {
    const window = await browser.open(`${home}/marketdata`, { cookies: await signedIn(testApp, desk.ada) });
    return window;
  };
  const state = (page: Page, words: string) => page.locator('#pulse', { hasText: words }).waitFor();
  const cell = (page: Page, index: number) => page.locator(`#i${desk.instrumentId} td`).nth(index);
  const shows = (page: Page, index: number, text: string) =>
    cell(page, index)
      .filter({ hasText: new RegExp(`^${text}$`) })
      .waitFor();

  it('change single cells in two windows and keep the focus', async () => {
    const windows = [await enter(await testApp.url()), await enter(await testApp.url())];
    for (const { page } of windows) await state(page, 'Live');
    const [{ page }] = windows as [Window, Window];
    await page.getByRole('link', { name: 'DESK', exact: true }).focus();
    await page.evaluate(noteMarks, `i${desk.instrumentId}`);
    await desk.trade(2, 6712.5);
    for (const one of windows) await shows(one.page, 0, '6712.50');

    // The quantity arrives after the price.
    await shows(page, 9, '3');
    expect(
      await page.evaluate(
        (id) => [
          (document.querySelector(`#i${id}`) as HTMLElement).dataset['same'],
          document.activeElement?.textContent,
        ],
        desk.instrumentId,
      ),
    ).toEqual(['yes', 'DESK']);
    await page.waitForFunction(() => (globalThis as unknown as { marks: string[] }).marks.includes('0 up'));
    await page.locator('[data-changed]').first().waitFor({ state: 'detached' });
    for (const one of windows) expect(one.complaints).toEqual([]);
    for (const one of windows) await one.close();
  }, 60_000);

  it('show not live after a disconnect, then reconnect without gaps', async () => {
    const { page, close } = await enter(proxy.url);
    await state(page, 'Live');
    await page.evaluate(() => {
      const said: string[] = [];
      (globalThis as unknown as { said: string[] }).said = said;
      const pulse = document.querySelector('#pulse');
      new MutationObserver(() => said.push(pulse?.textContent ?? '')).observe(pulse as Element, { childList: true });
    });
    proxy.cut();
    await desk.trade(1, 6720.25);
    await shows(page, 0, '6720.25');
    await state(page, 'Live');

    expect(
      await page.evaluate(() => (globalThis as unknown as { said: string[] }).said.map((words) => words.split(':')[0])),
    ).toEqual(['Not live', 'Live']);
    await close();
  }, 60_000);

  it('connect only while the page is visible', async () => {
    const { page, close } = await enter(await testApp.url());
    await state(page, 'Live');
    const hide = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await hide(true);
    await pause(200);
    await desk.trade(1, 6721);
    await pause(500);
    expect(await cell(page, 0).innerText()).toBe('6720.25');
    await hide(false);
    await shows(page, 0, '6721.00');
    await close();
  }, 60_000);

  it('change figures of a watchlist, and move and remove its rows by keys', async () => {
    const other = await desk.data.instrument(desk.productId, { symbol: 'WATCH', settlement_price: undefined });
    const third = await desk.data.instrument(desk.productId, { symbol: 'THIRD', settlement_price: undefined });
    const created = await desk.send(
      '/watchlists',
      { name: 'Mine', instrument_ids: [other, third, desk.instrumentId] },
      desk.ada,
    );
    const path = `/watchlists/${created.json<{ id: number }>().id}`;
    const { page, complaints, close } = await browser.open(`${await testApp.url()}${path}`, {
      cookies: await signedIn(testApp, desk.ada),
    });
    await state(page, 'Live');
    const field = (name: string) => page.locator(`#i${desk.instrumentId} [data-field="${name}"]`);
    const before = Number(await field('position').innerText());
    await desk.trade(2, 6730.25);
    await field('last')
      .filter({ hasText: /^6730\.25$/ })
      .waitFor();
    await field('position')
      .filter({ hasText: new RegExp(`^${before + 2}$`) })
      .waitFor();

    const symbols = () => page.locator('#watchlist tbody th a').allInnerTexts();
    await page.keyboard.press('k');
    // The second is pressed while the first is under way.
    await Promise.all(['K', 'K'].map((key) => page.keyboard.press(key)));
    await page.locator(`#watchlist tr:first-child#i${desk.instrumentId}`).waitFor();
    expect(await symbols()).toEqual(['DESK', 'WATCH', 'THIRD']);
    await desk.trade(1, 6730.5);
    await field('position')
      .filter({ hasText: new RegExp(`^${before + 3}$`) })
      .waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(`i${desk.instrumentId}`);
    await page.locator('#said', { hasText: 'DESK is now at place 1 of 3.' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Delete');
    await page.locator(`#i${other}`).waitFor({ state: 'detached' });
    await page.getByLabel('Add instrument').fill('watch');
    await page.keyboard.press('Enter');
    await page.locator(`#i${other}`).waitFor();
    await page.getByLabel('Add instrument').fill('Watch');
    await page.keyboard.press('Enter');
    await page.locator('#said', { hasText: 'WATCH is in this watchlist already.' }).waitFor();
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByRole('button', { name: 'Move Bid to the left' }).press('Enter');
    await page.locator('#columns li:nth-child(3)', { hasText: 'Bid' }).waitFor();
    expect(await page.locator('#watchlist thead').innerText()).toMatch(/Change\s+Bid\s+%/);
    expect(await page.evaluate(() => (document.activeElement as HTMLButtonElement | null)?.value)).toBe('bid left');
    const address = await breakingOff();
    await page.route('**/rows', (route) => route.continue({ url: address }), { times: 1 });
    await page.getByRole('button', { name: 'Move WATCH up' }).press('Enter');
    await page.locator('#said.failed', { hasText: 'did not answer' }).waitFor();
    await page.getByRole('button', { name: 'Move WATCH up' }).press('Enter');
    await page.locator(`#watchlist tr:nth-child(2)#i${other}`).waitFor();
    await page.getByRole('button', { name: 'Move WATCH down' }).press('Enter');
    await page.locator(`#watchlist tr:nth-child(3)#i${other}`).waitFor();
    await page.locator('summary', { hasText: 'Rename' }).click();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.locator('.flash', { hasText: 'renamed' }).waitFor();
    await page.getByLabel('Add instrument').fill('nowhere');
    await page.keyboard.press('Enter');
    await page.locator('#said.failed', { hasText: 'NOWHERE' }).waitFor();
    expect(await page.locator('.flash').count()).toBe(0);
    expect((await desk.read<{ instrument_ids: number[] }>(path, desk.ada)).instrument_ids).toEqual([
      desk.instrumentId,
      third,
      other,
    ]);
    for (const key of ['Escape', 'j', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(`**/desk/${desk.instrumentId}`);
    // Chromium reports the symbol that was rejected with 422, and the answer that broke off.
    expect(complaints.filter((complaint) => !/422|CONTENT_LENGTH|\/rows$/.test(complaint))).toEqual([]);
    await close();
  }, 60_000);

  it('move an order by a finger in the ladder, and not beside it, and fit 1280 × 800', async () => {
    const order = { action_type: 'LimitOrderSub', acct_id: desk.adas, instrument_id: desk.instrumentId, side: 'Buy' };
    await desk.send('/orderactions', { ...order, quantity: 7, limit_price: 6700, time_in_force: 'GTC' }, desk.ada);
    const readPrice = async () => {
      const open = await desk.read<{ limit_price: number }[]>(`/orders?acct_id=${desk.adas}&status=Open`, desk.ada);
      return open.map(({ limit_price: price }) => price);
    };
    const { page, complaints, close } = await browser.open(`${await testApp.url()}/desk/${desk.instrumentId}`, {
      ...{ cookies: await signedIn(testApp, desk.ada), width: 360, isTouched: true },
    });
    await state(page, 'Live');
    const finger = await page.context().newCDPSession(page);
    const row = (price: number) => page.locator('.ladder tr', { hasText: price.toFixed(2) });
    const own = (price: number) => row(price).locator('td[tabindex]:first-child');
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', place: Locator | null): Promise<void> => {
      const box = await place?.boundingBox();
      const touchPoints = box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [];
      await finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await own(6700).evaluate((cell) => cell.scrollIntoView({ block: 'center' }));
    const moving = page.locator('#moving');
    const [from, beside] = [await own(6700).boundingBox(), await row(6699.75).boundingBox()];
    await own(6700).evaluate(
      (cell, [start, end]) => {
        const swipe = (type: string, place: typeof start): boolean =>
          cell.dispatchEvent(
            new PointerEvent(type, {
              ...{ bubbles: true, pointerId: 7, pointerType: 'touch', isPrimary: true, button: 0 },
              ...{ clientX: (place?.x ?? 0) + 5, clientY: (place?.y ?? 0) + 5 },
            }),
          );
        swipe('pointerdown', start);
        swipe('pointermove', end);
        swipe('pointerup', end);
      },
      [from, beside] as const,
    );
    expect([await moving.textContent(), await readPrice()]).toEqual(['', [6700]]);
    for (const [to, place] of [
      [6700, page.locator('.ladder thead')],
      [6699.5, row(6699.5)],
    ] as const) {
      await touch('touchStart', own(6700));
      await page.locator('#moving', { hasText: 'Drag it to another price' }).waitFor();
      await touch('touchMove', row(6699.75));
      await page.locator('#moving', { hasText: 'To 6699.75: release to send' }).waitFor();
      await touch('touchMove', place);
      await touch('touchEnd', null);
      await own(to).waitFor();
      expect(await readPrice()).toEqual([to]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const readBottom = (part: string) =>
      page.locator(part).evaluate((one) => Math.floor(one.getBoundingClientRect().bottom + scrollY));
    for (const part of ['#ladder', '[data-send]', '#mine [name="order_id"]'])
      expect(await readBottom(part)).toBeLessThan(800);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('move the focus with an order of the ladder, and ask before a move trades', async () => {
    const order = { action_type: 'LimitOrderSub', instrument_id: desk.instrumentId, time_in_force: 'GTC' };
    const ask = { ...order, acct_id: desk.bobs, side: 'Sell', quantity: 2, limit_price: 6701 };
    await desk.send('/orderactions', ask, desk.bob);
    await desk.send('/orderactions', { ...ask, acct_id: desk.adas, side: 'Buy', limit_price: 6700.25 });
    const { page, complaints, close } = await browser.open(`${await testApp.url()}/desk/${desk.instrumentId}`, {
      cookies: await signedIn(testApp, desk.ada),
    });
    await state(page, 'Live');
    const row = (price: number) => page.locator('.ladder tr', { hasText: price.toFixed(2) });
    const own = (price: number) => row(price).locator('td[tabindex]:first-child');
    const moving = (words: string) => page.locator('#moving', { hasText: words }).waitFor();
    const question = page.getByRole('dialog', { name: /^Move order \d+ to 6701\.00\?$/ });
    const position = async (): Promise<number> => (await desk.position(desk.adas))?.quantity ?? 0;
    const before = await position();
    await own(6700.25).focus();
    for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
    await moving('Moved to 6700.50');
    await own(6700.5).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('B 2');
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await question.filter({ hasText: '2 would trade at once, at 6701.00.' }).waitFor();
    await page.keyboard.press('Enter');
    await moving('Not moved to 6701.00');
    expect([await position(), await page.evaluate(() => document.activeElement?.textContent)]).toEqual([before, 'B 2']);
    await own(6700.5).hover();
    await page.mouse.down();
    await row(6701).hover();
    await page.mouse.up();
    await question.getByRole('button', { name: 'Move and trade' }).click();
    await moving('Moved to 6701.00');
    expect(await position()).toBe(before + 2);
    // Chromium reports the 409 of each question.
    expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
    await close();
  }, 60_000);

  it('bring an alert to every page of its user, with a sound by choice', async () => {
    const alert = { kind: 'Price', instrument_id: desk.instrumentId, direction: 'Above', price: 6740, note: 'Look' };
    await desk.send('/alerts', alert, desk.ada);
    const open = async (path: string, who = desk.ada) =>
      browser.open(`${await testApp.url()}${path}`, { cookies: await signedIn(testApp, who) });
    const windows = [await open('/alerts'), await open('/docs'), await open('/docs', desk.bob)];
    const [alerts, docs, bobs] = windows as [Window, Window, Window];
    await alerts.page.getByLabel('Play a sound in this browser').check();
    await alerts.page.evaluate(() => {
      const sounds: AudioContext[] = [];
      const Silent = class extends AudioContext {
        constructor() {
          super();
          sounds.push(this);
        }
      };
      Object.assign(globalThis, { sounds, AudioContext: Silent });
    });
    const before = await docs.page.getByRole('main').boundingBox();
    await desk.trade(1, 6741);
    for (const { page } of [alerts, docs])
      await page
        .locator('#alert-messages p', { hasText: 'Alert: DESK Last at or above 6740.00 6741.00 · Look' })
        .waitFor();
    await alerts.page.locator('tr[data-notice]', { hasText: '6741.00' }).waitFor();
    await alerts.page.waitForFunction(() => (globalThis as unknown as { sounds: unknown[] }).sounds.length === 1);
    expect(await docs.page.getByRole('main').boundingBox()).toEqual(before);
    await docs.page.getByRole('button', { name: 'Dismiss' }).click();

    expect(await docs.page.locator('#alert-messages p').count()).toBe(0);
    expect(await bobs.page.locator('#alert-messages').count()).toBe(0);
    for (const { complaints, close } of windows) {
      expect(complaints).toEqual([]);
      await close();
    }
  }, 60_000);

  it('end when the user signs out in another window, with a notice', async () => {
    const { page, complaints, close } = await enter(await testApp.url());
    await state(page, 'Live');
    const other = await page.context().newPage();
    await other.goto(await testApp.url());
    await other.getByRole('button', { name: 'Sign out' }).click();
    await state(page, 'you are signed out');

    // Chromium reports the 401 that ends the page.
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
    await close();
  }, 60_000);

  it('show a halt, its end and the end of a session in place, and keep the focus', async () => {
    const { page, complaints, close } = await enter(await testApp.url());
    await state(page, 'Live');
    const badge = page.locator(`#i${desk.instrumentId} .badge`);
    await page.getByRole('link', { name: 'DESK', exact: true }).focus();
    await desk.data.turn(desk.instrumentId, 'Halted');
    await badge.filter({ hasText: 'halted' }).waitFor();
    const group = page.locator(`tbody:has(#i${desk.instrumentId}) [scope="rowgroup"]`);
    expect(await group.locator('.badge').innerText()).toBe('open');
    const ids = await page
      .locator(`tbody:has(#i${desk.instrumentId}) tr[id]:not(:has(.badge))`)
      .evaluateAll((rows) => rows.map(({ id }) => Number(id.slice(1))));
    for (const id of ids) await desk.data.turn(id, 'Halted');
    await group.locator('.badge', { hasText: 'halted' }).waitFor();
    for (const id of [...ids, desk.instrumentId]) await desk.data.turn(id, 'Open');
    await badge.waitFor({ state: 'detached' });
    await group.locator('.badge', { hasText: 'open' }).waitFor();
    await desk.execute({ type: 'CloseSession', productId: desk.productId, sessionDate: await desk.sessionDate() });
    await group.filter({ hasText: 'closed' }).waitFor();

    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('DESK');
    expect(await cell(page, 0).innerText()).toMatch(/^\d+\.\d\d$/);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);
});
