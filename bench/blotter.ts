/**
 * Two thousand open orders in one list while their events arrive: how long the pictures of a browser take, and how often anything keeps it
 * from answering a key. The built service, Chromium as the tests have it, and a user who trades with the orders all the time.
 *
 * KONTOR_BENCH_SECONDS is how long it is watched, KONTOR_BENCH_RATE how many orders change a second.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import {
  type HttpTradingSetup,
  tradingEnvironment,
  MID_PRICE,
  openTradingOverHttp,
  TICK_SIZE,
} from '../test/support/trading-over-http.js';
import { overHttp } from '../test/support/over-http.js';
import { openBrowserClient } from '../test/support/browser-client.js';
import { inBrowser } from './support/in-browser.js';
import { inDirectory, startService } from './support/processes.js';
import { readSize } from './support/size.js';

const seconds = readSize('KONTOR_BENCH_SECONDS', 10, 1);
const rate = readSize('KONTOR_BENCH_RATE', 50, 10);
const count = readSize('KONTOR_BENCH_ROWS', 2000, 1100);

type Action = Readonly<Record<string, unknown>>;

async function submitActions(
  url: string,
  { token }: HttpTradingSetup,
  actions: readonly Action[],
): Promise<readonly number[]> {
  const headers = { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/orderactions`, { method: 'POST', headers, body: JSON.stringify({ actions }) });
  if (answer.status !== 201) throw new Error(`Orders were answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { order: { id: number } | null }[]).flatMap(({ order }) =>
    order === null ? [] : [order.id],
  );
}

/** In lists of a hundred, each at a price of its own. */
async function openOrders(url: string, floor: HttpTradingSetup): Promise<number[]> {
  const [acctId] = floor.accounts;
  const ids: number[] = [];
  for (let from = 0; from < count; from += 100) {
    const actions = Array.from({ length: 100 }, (_, n) => ({
      action_type: 'LimitOrderSub',
      acct_id: acctId,
      instrument_id: floor.instruments[0],
      side: 'Buy',
      time_in_force: 'GTC',
      limit_price: MID_PRICE - ((from + n) % 400) * TICK_SIZE,
      quantity: 100,
    }));
    ids.push(...(await submitActions(url, floor, actions)));
  }
  if (ids.length !== count) throw new Error(`Of ${count} orders ${ids.length} were accepted.`);
  return ids;
}

/** Runs in the page: keeps how long each picture took and what blocked it. */
function watch(): void {
  const seen = { frames: [] as number[], tasks: [] as number[] };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    entryTypes: ['longtask'],
  });
  let last = performance.now();
  const next = (now: number): void => {
    seen.frames.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

const watched = (page: Page): Promise<{ frames: number[]; tasks: number[] }> =>
  page.evaluate(() => (globalThis as unknown as { seen: { frames: number[]; tasks: number[] } }).seen);

/** Both pages of the list in one. */
async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  for (let rows = 0; rows < count; rows = await page.locator('#blotter tbody tr').count()) {
    if (rows > 0) await pause(200);
    else await page.locator('.next a').click();
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

await inDirectory((directory) =>
  inBrowser(async (browser) => {
    const { url } = await startService(directory, { ...tradingEnvironment, SANDBOX_LIQUIDITY: 'off' });
    const floor = await openTradingOverHttp(url, { accounts: 1, instruments: 1 });
    const ids = await openOrders(url, floor);
    const host = openBrowserClient(overHttp(url));
    await host.signIn({
      email: tradingEnvironment.BOOTSTRAP_ADMIN_EMAIL,
      password: tradingEnvironment.BOOTSTRAP_ADMIN_PASSWORD,
    });
    const household = await browser.enter(
      url,
      Object.fromEntries([...host.cookies].map(([name, { value }]) => [name, value])),
    );
    const { page } = await household.open();
    await page.setViewportSize({ width: 1280, height: 800 });
    const began = performance.now();
    await openList(page, `${url}/orders?status=Open&per_page=1000`);
    process.stdout.write(
      `${await page.locator('#blotter tbody tr').count()} rows stood there after ${((performance.now() - began) / 1000).toFixed(1)} s.\n`,
    );
    for (const isBusy of [false, true]) {
      await page.evaluate(watch);
      const until = performance.now() + seconds * 1000;
      for (let turn = 0; performance.now() < until; turn++) {
        const batch = Array.from({ length: rate / 5 }, (_, n) => ({
          action_type: 'OrderModification',
          order_id: ids[(turn * 7919 + n * 131) % ids.length],
          quantity: 200 + turn,
        }));
        if (isBusy) await submitActions(url, floor, batch);
        if (!isBusy) await page.mouse.wheel(0, turn % 2 === 0 ? 400 : -400);
        await pause(200);
      }
      const { frames, tasks } = await watched(page);
      process.stdout.write(
        `${isBusy ? `${rate} changes a second` : 'nothing happens'}: ${frames.length} pictures, median ${percentile(frames, 0.5).toFixed(1)} ms, p99 ${percentile(frames, 0.99).toFixed(1)} ms, longest ${Math.max(...frames).toFixed(1)} ms; ${tasks.length} tasks over 50 ms, the longest ${Math.max(0, ...tasks).toFixed(0)} ms.\n`,
      );
    }
    process.stdout.write(`The load of the machine was ${loadavg()[0]?.toFixed(1) ?? ''}.\n`);
  }),
);
