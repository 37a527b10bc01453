/* What is live on a page: events of the accounts, cells that change in place, and parts of the page that are asked for anew. Every page is complete without it. */
import htmx from './htmx.js';
import { tellTimes } from './kontor.js';

/* ---- events --------------------------------------------------------------------------------------------------------- */

const listeners = new Map();
const gapListeners = [];
let source = null;
let last = null;

/** Tells the listener of events of these types, as `{ id, type, data }`. One connection serves the whole page. */
export function onEvents(types, listener) {
  for (const type of types) {
    const known = listeners.get(type) ?? [];
    listeners.set(type, [...known, listener]);
    if (known.length === 0) source?.addEventListener(type, tell);
  }
  if (!document.hidden && source === null) open();
}

/** Tells when something may have happened that nobody was told of: the page had better ask anew. */
export function onGap(listener) {
  gapListeners.push(listener);
}

function tell(event) {
  last = event.lastEventId;
  const told = { id: event.lastEventId, type: event.type, data: JSON.parse(event.data) };
  for (const listener of listeners.get(event.type) ?? []) listener(told);
}

function open() {
  const after = last === null ? '' : `?last_event_id=${encodeURIComponent(last)}`;
  source = new EventSource(`/events${after}`);
  for (const type of listeners.keys()) source.addEventListener(type, tell);
  source.addEventListener('heartbeat', (event) => {
    last = event.lastEventId;
    say('live');
  });
  source.addEventListener('error', failed);
}

/** A browser comes back by itself after a broken connection, and gives up after a refusal: then what is known here is too old to be continued. */
function failed() {
  say('waiting');
  if (source?.readyState !== EventSource.CLOSED) return;
  source = null;
  last = null;
  window.setTimeout(() => {
    if (document.hidden || source !== null) return;
    for (const listener of gapListeners) listener();
    open();
  }, 5000);
}

/** A browser has six connections to one host, and pages in the background must not keep them all. */
document.addEventListener('visibilitychange', () => {
  if (listeners.size === 0) return;
  if (document.hidden) {
    source?.close();
    source = null;
  } else if (source === null) open();
});
window.addEventListener('pagehide', () => {
  source?.close();
  source = null;
});
window.addEventListener('pageshow', (event) => {
  if (event.persisted && listeners.size > 0 && source === null) open();
});

/** Where a page says whether it is live, it says so in words. */
function say(state) {
  for (const element of document.querySelectorAll('[data-live]')) {
    const words = state === 'live' ? element.dataset.live : 'Not live: waiting for the service';
    if (element.textContent !== words) element.textContent = words;
    element.classList.toggle('bad', state !== 'live');
  }
}

/* ---- cells ---------------------------------------------------------------------------------------------------------- */

const CHANGED_MS = 1200;
const timers = new WeakMap();
const digits = (text) => Number(text.replaceAll(/[^\d.-]/g, ''));

/** Changes what stands in an element, if it is something else, and marks it for a moment: a figure by where it went. Says whether it changed. */
export function setText(element, text) {
  const before = element.textContent;
  if (before === text) return false;
  element.textContent = text;
  const [from, to] = [digits(before), digits(text)];
  const isFigure = element.matches('.n, .figure, .n *') && before !== '' && text !== '' && !Number.isNaN(from) && !Number.isNaN(to);
  mark(element, isFigure && from !== to ? (to > from ? 'up' : 'down') : 'new');
  return true;
}

/** The mark goes by itself. */
export function mark(element, how) {
  window.clearTimeout(timers.get(element));
  element.dataset.changed = how;
  timers.set(element, window.setTimeout(() => delete element.dataset.changed, CHANGED_MS));
}

/* ---- parts of the page ----------------------------------------------------------------------------------------------- */

const EVERY_MS = 1000;
const wanted = new Set();
let timer = null;
let isAsking = false;

/** Asks for this page anew and puts what the selectors find in place of what stands there, at most once a second; focus and what was typed stay. */
export function refresh(...selectors) {
  for (const selector of selectors) wanted.add(selector);
  if (timer !== null || isAsking) return;
  timer = window.setTimeout(ask, EVERY_MS * (0.2 + Math.random() * 0.8));
}

async function ask() {
  timer = null;
  isAsking = true;
  const selectors = [...wanted];
  wanted.clear();
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    if (answer.ok) await put(new DOMParser().parseFromString(await answer.text(), 'text/html'), selectors);
  } catch {
    // The next event asks again.
  } finally {
    isAsking = false;
    if (wanted.size > 0) refresh();
  }
}

async function put(page, selectors) {
  for (const selector of selectors) {
    const [there, here] = [page.querySelector(selector), document.querySelector(selector)];
    if (!there || !here) continue;
    tellTimes(there);
    keepOpen(here, there);
    await htmx.swap({ text: there.outerHTML, target: here, sourceElement: here, swap: 'outerMorph' });
  }
}

/** What the reader has unfolded stays unfolded: it is told by its id, and without one by its place. */
function keepOpen(here, there) {
  const folds = [...there.querySelectorAll('details')];
  for (const [index, fold] of [...here.querySelectorAll('details')].entries()) {
    const same = fold.id === '' ? folds[index] : folds.find(({ id }) => id === fold.id);
    if (same) same.open = fold.open;
  }
}

document.addEventListener('htmx:after:swap', () => tellTimes(document));
