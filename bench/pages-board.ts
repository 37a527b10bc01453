/**
 * Whether a board of 200 instruments stays smooth while some 200 changes arrive in a second: Chromium on the page of the market, and real order actions that move what it
 * shows. A frame is late when it comes more than 50 ms after the one before; Chromium itself says which tasks were longer than that.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { tradingEnvironment, openTradingOverHttp } from '../test/support/trading-over-http.js';
import { Changes } from './streams/changes.js';
import { inBrowser } from './support/in-browser.js';
import { inDirectory, median, startService } from './support/processes.js';
import { readSize } from './support/size.js';

const seconds = readSize('KONTOR_BENCH_SECONDS', 15, 1);
const PER_SECOND = readSize('KONTOR_BENCH_RATE', 200, 20);
const INSTRUMENTS = readSize('KONTOR_BENCH_INSTRUMENTS', 200, 5);

type BoardFrames = { frames: number[]; longTasks: number[]; texts: number };

/** Runs in the page: notes when frames come, which tasks are long, and how many texts change. */
function watch(): void {
  const seen: BoardFrames = { frames: [], longTasks: [], texts: 0 };
  (globalThis as unknown as { seen: BoardFrames }).seen = seen;
  let last = performance.now();
  const frame = (now: number): void => {
    seen.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => seen.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  });
  new MutationObserver((changes) => (seen.texts += changes.length)).observe(
    document.querySelector('#board') as Element,
    { childList: true, characterData: true, subtree: true },
  );
}

const row = (...cells: readonly string[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const at = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;

function printResults({ frames, longTasks, texts }: BoardFrames, changes: number): void {
  const late = frames.filter((frame) => frame > 50).length;
  row('what', 'measured');
  row('---', '---');
  row('changes made, texts changed on the page', `${changes}, ${texts}`);
  row('frames a second', (frames.length / (frames.reduce((sum, frame) => sum + frame, 0) / 1_000)).toFixed(1));
  row(
    'time between two frames: median, p95, p99, longest',
    [median(frames), at(frames, 0.95), at(frames, 0.99), Math.max(...frames)]
      .map((ms) => `${ms.toFixed(1)} ms`)
      .join(', '),
  );
  row('frames that were later than 50 ms', `${late} of ${frames.length}`);
  row(
    'tasks longer than 50 ms: how many, the longest',
    `${longTasks.length}, ${Math.max(0, ...longTasks).toFixed(0)} ms`,
  );
  process.stdout.write(`\nThe load of the machine was ${loadavg()[0]?.toFixed(1) ?? ''}.\n`);
}

await inDirectory((directory) =>
  inBrowser(async (browser) => {
    const { url } = await startService(directory, { ...tradingEnvironment, SANDBOX_LIQUIDITY: 'off' });
    const floor = await openTradingOverHttp(url, { accounts: 2, instruments: INSTRUMENTS });
    const { page } = await browser.open(`${url}/login`);
    await page.getByLabel('Email').fill(tradingEnvironment.BOOTSTRAP_ADMIN_EMAIL);
    await page.getByLabel('Password').fill(tradingEnvironment.BOOTSTRAP_ADMIN_PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as').waitFor();
    await page.goto(`${url}/marketdata?search=Trading+floor`);
    await page.locator('#pulse[data-state="live"]').waitFor();
    await page
      .locator('#board tr[id]')
      .nth(INSTRUMENTS - 1)
      .waitFor();
    await pause(2_000);
    const changes = new Changes(url, floor);
    await page.evaluate(watch);
    await changes.run(PER_SECOND, seconds).finally(() => changes.close());
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: BoardFrames }).seen);
    printResults(seen, changes.answered);
    if (changes.refusals.length > 0)
      process.stdout.write(`${changes.refusals.length} refused, such as ${changes.refusals[0] ?? ''}\n`);
  }),
);
