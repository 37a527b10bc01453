/* What happens to the accounts of the reader, while a page is open (page-refresh.ts brings its parts anew). Every page is complete without it. */
import { takePlace } from './live-places.js';
import { isPageBehind, isSaidLive, showDisconnected, showLive, showServed } from './live-words.js';

/** The service says every 15 seconds that it is there, if nothing else happens. */
const SILENCE_MS = 20_000;
const AGAIN_MS = 5_000;
/** What the service takes in one filter. */
const ACCOUNTS_MAX = 200;

/** An event of an account: a change of an order, a fill, a position. */
export type LiveEvent<Data = unknown> = Readonly<{ id: string; type: string; data: Data }>;

/** An order as events carry it. */
export type OrderEventData = Readonly<{
  id: number;
  acct_id: number;
  revision: number;
  status: string;
  state: string;
}> &
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

/**
 * The stream of an administrator has the events of all accounts. A page that shows those of some names them, and asks for no others; where there are none, for alerts only. More than the service takes are not
 * named: the page is asked for more often than it changes then.
 */
function toAddress(): string {
  const query = new URLSearchParams(last === null ? {} : { last_event_id: last });
  const named = document.querySelector<HTMLElement>('[data-accounts]')?.dataset.accounts;
  if (named === '') query.set('type', 'alert');
  const accounts = named ? named.split(' ') : [];
  if (accounts.length <= ACCOUNTS_MAX) for (const account of accounts) query.append('acct_id', account);
  return query.size === 0 ? '/events' : `/events?${query}`;
}

function connect(): void {
  source = new EventSource(toAddress());
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
export function showCurrent(): void {
  if (!navigator.onLine || isPageBehind()) return;
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
