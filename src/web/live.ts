/* What is live on a page: events of the accounts, cells that change in place, and parts of the page that are asked for anew. Every page is complete without it. */
import htmx from 'htmx.org/dist/htmx.esm.min.js';
import { formatTimes } from './kontor.js';
import { takePlace } from './live-places.js';
import { isSaidLive, showDisconnected, showLive, showServed, showEnded, updateLiveText } from './live-words.js';
import { fetchPage, parsePage } from './page-parts.js';

/* ---- events --------------------------------------------------------------------------------------------------------- */

/** The service says every 15 seconds that it is there, if nothing else happens. */
const SILENCE_MS = 20_000;
const AGAIN_MS = 5_000;

/** An event of an account: a change of an order, a fill, a position. */
export type LiveEvent<Data = unknown> = Readonly<{ id: string; type: string; data: Data }>;

/** An order as events carry it. */
export type OrderEventData = Readonly<{ id: number; revision: number; status: string; state: string }> &
  Readonly<Record<string, string | number | null>>;

const listeners = new Map<string, ((event: LiveEvent<never>) => void)[]>();
const gapListeners: (() => void)[] = [];
const openListeners: (() => void)[] = [];
let source: EventSource | null = null;
/** Events that happen while scripts load are received as well. */
let last = document.querySelector<HTMLMetaElement>('meta[name="latest-event"]')?.content ?? null;
let heardAt = Date.now();
let silence: number | undefined;
/** Gives the place back that an open stream takes up in the browser. */
let releasePlace: (() => void) | null = null;
let isOpening = false;
let isBehind = false; // A part of the page is older than what happened: it was asked for in vain.
/** What becomes of orders. */
export const ORDER_STATE_EVENTS: readonly string[] = [
  'order.accepted',
  'order.rejected',
  'order.modified',
  'order.triggered',
  'order.traded',
  'order.cancelled',
  'order.expired',
];
/** The same, and what is held by them. */
export const ORDER_EVENTS: readonly string[] = [...ORDER_STATE_EVENTS, 'fill', 'position.changed'];

/** Tells the listener of events of these types, as `{ id, type, data }`. One connection serves the whole page. */
export function onEvents<Data = unknown>(types: readonly string[], listener: (event: LiveEvent<Data>) => void): void {
  for (const type of types) {
    const known = listeners.get(type) ?? [];
    listeners.set(type, [...known, listener]);
    if (known.length === 0) source?.addEventListener(type, publishEvent);
  }
  if (!document.hidden && source === null) void open();
}

/** Called after an interruption in which events may have been missed: the page should reload its data. */
export function onGap(listener: () => void): void {
  gapListeners.push(listener);
}

/** Called each time that the stream has opened: messages that are not stored, such as alerts, may have been missed until then. */
export function onOpen(listener: () => void): void {
  openListeners.push(listener);
  if (source?.readyState === EventSource.OPEN) listener();
}

function publishEvent(event: MessageEvent<string>): void {
  rememberEventId(event);
  const liveEvent = { id: event.lastEventId, type: event.type, data: JSON.parse(event.data) as never };
  for (const listener of listeners.get(event.type) ?? []) listener(liveEvent);
}

/** One at a time: a second caller waits for the same connection. */
async function open(): Promise<void> {
  if (isOpening) return;
  isOpening = true;
  releasePlace = await takePlace();
  isOpening = false;
  if (document.hidden) close();
  else if (releasePlace !== null) connect();
  else askInstead();
}

/** Where other windows have taken all places the page is asked for every few seconds, until one of them is free; at once where it was live before. */
function askInstead(): void {
  if (isSaidLive()) {
    showDisconnected();
    publishGap();
  }
  window.clearTimeout(silence);
  silence = window.setTimeout(() => {
    publishGap();
    void open();
  }, AGAIN_MS);
}

function publishGap(): void {
  for (const listener of gapListeners) listener();
}

function connect(): void {
  const after = last === null ? '' : `?last_event_id=${encodeURIComponent(last)}`;
  source = new EventSource(`/events${after}`);
  for (const type of listeners.keys()) source.addEventListener(type, publishEvent);
  source.addEventListener('heartbeat', rememberEventId);
  source.addEventListener('error', failed);
  source.addEventListener('open', () => {
    for (const listener of openListeners) listener();
  });
  listenForSilence();
}

function rememberEventId({ lastEventId }: MessageEvent<string>): void {
  last = lastEventId;
  heardAt = Date.now();
  listenForSilence();
  showCurrent();
}

/** A page is live by its stream alone. One without a stream is as old as what it was last served: it says so, and is not cut. One whose stream is on its way waits for that. */
function showCurrent(): void {
  if (!navigator.onLine || isBehind) return;
  if (source === null) showServed();
  else if (source.readyState === EventSource.OPEN) showLive();
}

/** A connection that died without a word is not live either: it is given up, and another one is tried. */
function listenForSilence(): void {
  window.clearTimeout(silence);
  silence = window.setTimeout(() => {
    showDisconnected(heardAt);
    again();
  }, SILENCE_MS);
}

function close(): void {
  window.clearTimeout(silence);
  source?.close();
  releasePlace?.();
  [source, releasePlace] = [null, null];
}

function again(): void {
  close();
  if (!document.hidden && listeners.size > 0) void open();
}

/** A browser comes back by itself after a broken connection, and gives up after a refusal: then what is known here is too old to be continued. */
function failed(): void {
  showDisconnected();
  if (source?.readyState !== EventSource.CLOSED) return;
  close();
  last = null;
  window.setTimeout(() => {
    if (document.hidden || source !== null) return;
    publishGap();
    void open();
  }, AGAIN_MS);
}

/** A browser has six connections to one host, and pages in the background must not keep them all. */
document.addEventListener('visibilitychange', () => {
  if (listeners.size === 0) return;
  if (document.hidden) close();
  else if (source === null) void open();
});
window.addEventListener('pagehide', close);
window.addEventListener('offline', () => showDisconnected());
window.addEventListener('online', again);
window.addEventListener('pageshow', (event) => {
  if (event.persisted && listeners.size > 0 && source === null) void open();
});

/* ---- parts of the page ----------------------------------------------------------------------------------------------- */

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
let dueAt = Infinity;
let atOnceAt = -Infinity;

/** What a script adds to a page, it adds as well to the one that is asked for anew, before parts of that are put here. */
export function completeWith(complete: (page: Document) => Promise<void>): void {
  completions.push(complete);
}

/** Asks for this page anew and puts what the selectors find in place of what stands there, at most once a second; focus and what was typed stay. */
export function refresh(...selectors: readonly string[]): void {
  ask(selectors, EVERY_MS * (0.2 + Math.random() * 0.8));
}

/** The same after an action of the reader: without the random wait, which is for what happens in all windows; once a second as well. */
export function refreshAtOnce(...selectors: readonly string[]): void {
  if (ask(selectors, Math.max(TOGETHER_MS, atOnceAt + EVERY_MS - performance.now()))) atOnceAt = dueAt;
}

/** The earlier of two moments counts; false if this is not it. */
function ask(selectors: readonly string[], waitMs: number): boolean {
  for (const selector of selectors) wanted.add(selector);
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
    isBehind = missed.size > 0;
    showCurrent();
  } catch {
    isBehind = true;
    if (isSignedOut) showEnded();
    else showDisconnected();
    for (const selector of selectors) missed.add(selector);
    retry ??= window.setTimeout(askMissed, AFTER_FAILURE_MS);
  } finally {
    isAsking = false;
    if (wanted.size > 0) refresh();
  }
}

function askMissed(): void {
  retry = null;
  const selectors = [...missed];
  missed.clear();
  refresh(...selectors);
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
