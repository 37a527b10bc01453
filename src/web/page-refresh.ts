/* Parts of a page that are asked for anew, and take the place of those that stand there. Every page is complete without it. */
import htmx from 'htmx.org/dist/htmx.esm.min.js';
import { formatTimes } from './kontor.js';
import { showCurrent } from './live/live.js';
import { setPageBehind, showDisconnected, showEnded, updateLiveText } from './live/live-words.js';
import { fetchPage, parsePage } from './page-parts.js';

const EVERY_MS = 1000;
const TOGETHER_MS = 50; // Events of one order come together.
const AFTER_FAILURE_MS = 3000;
const ANSWER_MS = 15_000; // One that never ends must not keep the page from asking again.
const wanted = new Set<string>();
const completions: ((page: Document) => Promise<void>)[] = [];
const missed = new Set<string>();
let retry: number | null = null;
let timer: number | null = null;
let isAsking = false;
let isUrgent = false;
let dueAt = Infinity;
let atOnceAt = -Infinity;

/** What a script adds to a page, it adds as well to the one that is asked for anew, before parts of that are put here. */
export function completeWith(complete: (page: Document) => Promise<void>): void {
  completions.push(complete);
}

/**
 * `spread` is for what happens in all windows: a random part of a second. `soon` follows an action of the reader without it, once a second as well.
 * `now` follows a press whose answer says already what has changed: no wait, and one more page if the one on its way is older.
 */
type Wait = 'spread' | 'soon' | 'now';

/** Asks for this page anew and puts what the selectors find in place of what stands there, at most once a second; focus and what was typed stay. */
export function refresh(selectors: string | readonly string[], wait: Wait = 'spread'): void {
  for (const selector of [selectors].flat()) wanted.add(selector);
  isUrgent ||= wait === 'now' && isAsking;
  if (ask(findWaitMs(wait)) && wait === 'soon') atOnceAt = dueAt;
}

function findWaitMs(wait: Wait): number {
  if (wait === 'now') return TOGETHER_MS;
  if (wait === 'soon') return Math.max(TOGETHER_MS, atOnceAt + EVERY_MS - performance.now());
  return EVERY_MS * (0.2 + Math.random() * 0.8);
}

/** The earlier of two moments counts; false if this is not it. */
function ask(waitMs: number): boolean {
  const at = performance.now() + waitMs;
  if (isAsking || (timer !== null && dueAt <= at)) return false;
  if (timer !== null) window.clearTimeout(timer);
  dueAt = at;
  timer = window.setTimeout(() => void requestPage(), waitMs);
  return true;
}

async function requestPage(): Promise<void> {
  timer = null;
  isAsking = true;
  const selectors = [...wanted];
  wanted.clear();
  let isSignedOut = false;
  try {
    const answer = await fetchPage(location.href, { signal: AbortSignal.timeout(ANSWER_MS) });
    isSignedOut = answer.status === 401;
    if (!answer.ok || answer.redirected) throw new Error(`no page: ${answer.status}`);
    const page = parsePage(await answer.text());
    for (const complete of completions) await complete(page);
    await put(page, selectors);
    setPageBehind(missed.size > 0);
    showCurrent();
  } catch {
    setPageBehind(true);
    if (isSignedOut) showEnded();
    else showDisconnected();
    for (const selector of selectors) missed.add(selector);
    retry ??= window.setTimeout(askMissed, AFTER_FAILURE_MS);
  } finally {
    isAsking = false;
    if (isUrgent) ask(TOGETHER_MS);
    else if (wanted.size > 0) refresh([]);
    isUrgent = false;
  }
}

function askMissed(): void {
  retry = null;
  const selectors = [...missed];
  missed.clear();
  refresh(selectors);
}

async function put(page: Document, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) {
    const [there, here] = [page.querySelector(selector), document.querySelector(selector)];
    if (!there || !here) continue;
    formatTimes(there);
    updateLiveText(page);
    keepOpen(here, there);
    const focused = document.activeElement;
    await htmx.swap({ text: there.outerHTML, target: here, sourceElement: here, swap: 'outerMorph' });
    if (focused instanceof HTMLElement) keepFocus(focused);
  }
}

/** A row or a cell takes the focus by an attribute that the page which came does not have. */
function keepFocus(focused: HTMLElement): void {
  const current = document.activeElement;
  if (focused === document.body || !focused.isConnected || (current !== focused && current !== document.body)) return;
  if (focused.tabIndex < 0) focused.tabIndex = -1;
  focused.focus({ preventScroll: true });
}

/** What the reader has opened stays open: it is found by its id, and without one by its position. */
function keepOpen(here: Element, there: Element): void {
  const folds = [...there.querySelectorAll('details')];
  for (const [index, fold] of [...here.querySelectorAll('details')].entries()) {
    const same = fold.id === '' ? folds[index] : folds.find(({ id }) => id === fold.id);
    if (same) same.open = fold.open;
  }
}

document.addEventListener('htmx:after:swap', () => formatTimes(document));
