/** When a page draws: how long between two frames, and what keeps it from the next. */
import type { Page } from 'playwright-core';
import { median } from '../support/processes.js';

type DrawnFrames = { frames: number[]; longTasks: number[]; texts: number };

/** Runs in the page: notes when frames come, which tasks are long, and how many texts change. */
function watch(selector: string): void {
  const seen: DrawnFrames = { frames: [], longTasks: [], texts: 0 };
  (globalThis as unknown as { seen: DrawnFrames }).seen = seen;
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
    document.querySelector(selector) as Element,
    { childList: true, characterData: true, subtree: true },
  );
}

/** What the page draws of this element while the work lasts. */
export async function watchFrames(page: Page, selector: string, work: () => Promise<void>): Promise<DrawnFrames> {
  await page.evaluate(watch, selector);
  await work();
  return page.evaluate(() => (globalThis as unknown as { seen: DrawnFrames }).seen);
}

const row = (...cells: readonly string[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const at = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;

/** At 60 frames a second a frame follows after 16.7 ms; after 25 ms one was left out. */
const MISSED_MS = 25;
const LATE_MS = 50;

export function printFrames(what: string, { frames, longTasks, texts }: DrawnFrames, changes: number): void {
  const countLater = (limit: number): number => frames.filter((frame) => frame > limit).length;
  row(what, 'measured');
  row('---', '---');
  row('changes made, texts changed on the page', `${changes}, ${texts}`);
  row('frames a second', (frames.length / (frames.reduce((sum, frame) => sum + frame, 0) / 1_000)).toFixed(1));
  row(
    'time between two frames: median, p95, p99, longest',
    [median(frames), at(frames, 0.95), at(frames, 0.99), Math.max(...frames)]
      .map((ms) => `${ms.toFixed(1)} ms`)
      .join(', '),
  );
  row(
    'frames that were later than 25 ms, and than 50 ms',
    `${countLater(MISSED_MS)}, ${countLater(LATE_MS)} of ${frames.length}`,
  );
  row(
    'tasks longer than 50 ms: how many, the longest',
    `${longTasks.length}, ${Math.max(0, ...longTasks).toFixed(0)} ms`,
  );
  process.stdout.write('\n');
}
