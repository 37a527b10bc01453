import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Window } from '../support/browser.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { LiveTestController } from '../support/live-test.controller.js';
import { until } from '../support/postgres-service.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type LiveEvent = Readonly<{ id: string; type: string; data: { id: number } }>;
type Live = Readonly<{
  onEvents: (types: readonly string[], listener: (event: LiveEvent) => void) => void;
  onGap: (listener: () => void) => void;
}>;
type Refresh = Readonly<{ refresh: (selector: string) => void }>;
type LiveCells = Readonly<{ setText: (element: Element | null, text: string) => boolean }>;
type LivePage = { events: LiveEvent[]; live: Live; cells: LiveCells; parts: Refresh };

/** Runs in the page: takes the script that the page has loaded already, and keeps what it tells. */
async function listenInThePage(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>('script[src$="live.js"]');
  const live = (await import(script?.src ?? '')) as Live;
  const cells = (await import(script?.src.replace('live.js', 'live-cells.js') ?? '')) as LiveCells;
  const parts = (await import(script?.src.replace('live.js', 'page-refresh.js') ?? '')) as Refresh;
  const kept: LivePage = { events: [], live, cells, parts };
  (globalThis as unknown as { kept: LivePage }).kept = kept;
  live.onEvents(['order.accepted'], (event) => kept.events.push(event));
}

const events = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { kept: LivePage }).kept.events.map(({ data }) => data.id));

/** As if the reader had gone to another tab, or come back. */
const hide = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

describe('live updates of a page', () => {
  let testApp: TestApp;
  let browser: Browser;
  let floor: Floor;
  let ada: Person;
  let acctId: number;
  beforeAll(async () => {
    [testApp, browser] = await Promise.all([openTestApp({ controllers: [LiveTestController] }), openBrowser()]);
    ada = await people.ada(testApp);
    floor = await tradingFloor(testApp);
    acctId = await floor.account(ada);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await testApp.close();
  });

  const order = async (): Promise<number> =>
    (await floor.order(ada.token, floor.limit(acctId, { limit_price: 10 }))).id;
  const enter = async (script = true): Promise<Window> => {
    const home = await testApp.url();
    const window = await browser.open(`${home}/live`, { script, cookies: await signedIn(testApp, ada) });
    if (script) await window.page.evaluate(listenInThePage);
    return window;
  };

  it('receive each event once, including events from before the connection', async () => {
    const { page, complaints, close } = await enter();
    await page.getByText('Live', { exact: true }).and(page.locator('p')).waitFor();
    const seen = await order();
    await until(
      () => events(page),
      (ids) => ids.length >= 1,
      30_000,
    );
    await hide(page, true);
    const missed = [await order(), await order()];
    await hide(page, false);
    await until(
      () => events(page),
      (ids) => ids.length >= 3,
      30_000,
    );

    expect(await events(page)).toEqual([seen, ...missed]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('receive events that happened while the scripts loaded', async () => {
    const { page, complaints, close } = await enter();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/events*', (route) => held.then(() => route.continue()));
    await page.reload();
    await page.evaluate(listenInThePage);
    const missed = await order();
    letGo();
    await until(
      () => events(page),
      (ids) => ids.length >= 1,
      30_000,
    );

    expect(await events(page)).toEqual([missed]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('limit streams when many windows are open: waiting windows connect when one closes, and miss nothing', async () => {
    const { page, complaints, close } = await enter();
    const others = await Promise.all(Array.from({ length: 6 }, () => page.context().newPage()));
    for (const other of others) {
      await other.goto(page.url());
      await other.evaluate(listenInThePage);
    }
    const last = others.at(-1) as Page;
    await last.evaluate(() => {
      const { kept } = globalThis as unknown as { kept: LivePage & { asked?: number } };
      kept.live.onGap(() => (kept.asked = (kept.asked ?? 0) + 1));
    });
    await until(
      () => last.evaluate(() => (globalThis as unknown as { kept: { asked?: number } }).kept.asked ?? 0),
      (asked) => asked > 0,
      30_000,
    );
    const seen = await order();
    await until(
      () => events(page),
      (ids) => ids.length >= 1,
      30_000,
    );

    expect(await events(last)).toEqual([]);
    for (const other of others.slice(0, 3)) await other.close();
    await until(
      () => events(last),
      (ids) => ids.length >= 1,
      30_000,
    );
    expect([await events(page), await events(last)]).toEqual([[seen], [seen]]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('refresh one part of the page and keep text that a user types there', async () => {
    const { page, complaints, close } = await enter();
    const first = Number(await page.innerText('#count'));
    await page.locator('#fold summary').click();
    await page.locator('#typed').fill('half a wo');
    await page.locator('#typed').evaluate((input: HTMLInputElement) => {
      input.setSelectionRange(4, 6);
    });
    // All at once: between one and the next the page may be asked for.
    await page.evaluate(() => {
      for (let times = 0; times < 5; times++) (globalThis as unknown as { kept: LivePage }).kept.parts.refresh('#part');
    });
    await page.locator('#count', { hasText: new RegExp(`^${first + 1}$`) }).waitFor();
    const typing = () =>
      page.evaluate(() => {
        const input = document.activeElement as HTMLInputElement;
        return [input.id, input.value, input.selectionStart, input.selectionEnd];
      });
    await until(typing, ([id]) => id === 'typed', 30_000);

    expect(await page.innerText('#count')).toBe(String(first + 1));
    expect(await page.innerText('#else')).toBe(String(first));
    expect(await typing()).toEqual(['typed', 'half a wo', 4, 6]);
    expect(await page.locator('#fold').getAttribute('open')).not.toBeNull();
    expect(complaints).toEqual([]);
    await close();
  });

  it('show live, not live since, and live again, and keep the state when a part refreshes', async () => {
    const { page, close } = await enter();
    const refresh = (): Promise<void> =>
      page.evaluate(() => {
        (globalThis as unknown as { kept: LivePage }).kept.parts.refresh('#part');
      });
    const words = (): Promise<string[]> => page.locator('[data-live]').allInnerTexts();
    await page.locator('#said', { hasText: /^Live$/ }).waitFor();
    const before = await page.innerText('#count');
    await refresh();
    await until(
      () => page.innerText('#count'),
      (count) => count !== before,
      30_000,
    );
    expect(await words()).toEqual(['Live', 'Live']);

    await page.context().setOffline(true);
    await page.locator('#said.bad', { hasText: /^Not live since \d\d:\d\d:\d\d: trying again$/ }).waitFor();
    await refresh();
    await page.waitForTimeout(1500);
    const said = await words();
    expect(said[0]).toBe(said[1]);
    expect(said[0]).toMatch(/^Not live since/);

    await page.context().setOffline(false);
    await page.locator('#said:not(.bad)', { hasText: /^Live$/ }).waitFor({ timeout: 15_000 });
    expect(await words()).toEqual(['Live', 'Live']);
    await close();
  }, 60_000);

  it('highlight changed cells and remove the highlight', async () => {
    const { page, close } = await enter();
    const set = (text: string) =>
      page.evaluate((to) => {
        const cell = document.querySelector<HTMLElement>('#count');
        return [(globalThis as unknown as { kept: LivePage }).kept.cells.setText(cell, to), cell?.dataset['changed']];
      }, text);
    await set('5');

    expect(await set('7')).toEqual([true, 'up']);
    expect(await set('-1,000.5')).toEqual([true, 'down']);
    await page.locator('#count:not([data-changed])').waitFor();
    expect(await set('-1,000.5')).toEqual([false, undefined]);
    await close();
  });

  it('show times in the reader’s zone, in UTC on request and without a script', async () => {
    const [withScript, without] = [await enter(), await enter(false)];

    expect(await without.page.innerText('#part time')).toBe('2026-01-30 15:04:05 UTC');
    const time = withScript.page.locator('#part time');
    expect(await time.getAttribute('title')).toBe('2026-01-30 15:04:05.123 UTC');
    expect(await time.innerText()).toMatch(/^2026-01-3\d \d\d:\d\d:05$/);
    await withScript.close();
    await without.close();
  });
});
