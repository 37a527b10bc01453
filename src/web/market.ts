/* The live board: figures change where they stand, once a frame however many changes come, and nothing else of the page moves. */
import { computePriceChange, getChangeDirection } from '../marketdata/price-change.js';
import { formatTimes } from './kontor.js';
import { onLiveWords } from './live/live-words.js';
import { setText, write } from './live/live-cells.js';
import {
  type TradingStatus,
  connectAgain,
  lastHeard,
  type StreamItem,
  onState,
  type StreamSide,
  type StreamState,
  watch,
} from './live/market-stream.js';
import { createLink, findElement, getCell, getElement, parsePage, toSignInUrl } from './page-parts.js';
import { completeWith, refresh } from './page-refresh.js';

const board = findElement('#board');

/** The cell of each side in a row: after the name, in the order of the headings. The last cell is the close that changes are measured from. */
const PLACES: Readonly<Partial<Record<StreamSide, Readonly<{ price?: number; quantity?: number }>>>> = {
  Last: { price: 1 },
  Buy: { quantity: 2, price: 3 },
  Sell: { price: 4, quantity: 5 },
  High: { price: 8 },
  Low: { price: 9 },
  Volume: { quantity: 10 },
};
const CHANGE = 6;
const CLOSE = 11;

const words = {
  still: 'Connecting: until then these prices stand still.',
  live: 'Live: prices move with the market.',
  partly: 'Prices are live. Everything else here is of ',
  waiting: 'Not live: the connection is lost, and these prices are of ',
  ended: 'Not live: you are signed out. ',
  other: 'Not live: another user is signed in, or acting began or ended, in another window. ',
};

/** The page of one instrument receives what happens, and while it does not trade, little does. */
const pausedWords: Readonly<Record<string, string>> = {
  Halted: 'Connected: nothing trades while it is halted.',
  Closed: 'Connected: nothing trades while it is closed.',
  Expired: 'Connected: nothing trades any more.',
};

/**
 * Whether what is shown moves, in words, and for the sheet. It is said here for the whole page: of its prices and of what else is live on it. What
 * comes back takes the status of the instrument that the page is about.
 */
export function showState(element: HTMLElement): (status: string) => void {
  let pause: string | undefined;
  let market: StreamState = 'still';
  let isRestCut = false;
  let isEnded = false;
  let cutAt = new Date();
  const findState = (): keyof typeof words => {
    if (isEnded) return 'ended';
    return market === 'live' && isRestCut ? 'partly' : market;
  };
  const draw = (): void => {
    const state = findState();
    const text = (state === 'live' ? pause : undefined) ?? words[state];
    if (element.dataset.state === state && element.firstChild?.textContent === text) return;
    element.replaceChildren(text, ...listWordsAfter(state, cutAt));
    element.toggleAttribute('data-paused', state === 'live' && pause !== undefined);
    formatTimes(element);
    element.dataset.state = state;
    const article = element.closest('article');
    if (article) article.dataset.market = state;
  };
  onState((state) => {
    market = state;
    draw();
  });
  onLiveWords((rest, since) => {
    if (isEnded && rest !== 'ended') connectAgain();
    isRestCut = rest === 'cut';
    isEnded = rest === 'ended';
    cutAt = new Date(since);
    draw();
  });
  return (status) => {
    pause = pausedWords[status];
    draw();
  };
}

/** Of when what stands there is, or what to do. */
function listWordsAfter(state: keyof typeof words, cutAt: Date): readonly (string | Node)[] {
  if (state === 'waiting') return [createTime(lastHeard()), '. Trying again.'];
  if (state === 'partly') return [createTime(cutAt), '. Trying again.'];
  if (state === 'ended') return [createLink(toSignInUrl(), 'Sign in again')];
  return state === 'other' ? [createLink(location.href, 'Load the page again')] : [];
}

function createTime(moment: Date): HTMLTimeElement {
  const time = document.createElement('time');
  time.dateTime = `${moment.toISOString().slice(0, 19)}Z`;
  time.textContent = `${time.dateTime.replace('T', ' ').slice(0, 19)} UTC`;
  return time;
}

/* ---- figures ------------------------------------------------------------------------------------------------------------ */

/** Prices of one instrument all have as many decimals as its ticks. */
export const toPriceText = (price: number | null, decimals: number): string => price?.toFixed(decimals) ?? '';

/** How far a price has come since the last close, as the page itself tells it; nothing where one of them is not known. */
export const toChange = (
  last: number | null,
  close: string,
  decimals: number,
): Readonly<{ points: string; percent: string }> =>
  last === null || close === ''
    ? { points: '', percent: '' }
    : computePriceChange(toPriceText(last, decimals), close, decimals);

/** Shows a change, and colors it by what is written, so that what says nothing of a change does not look like one. */
export function showChange(element: HTMLElement, text: string, baseClass = ''): void {
  if (element.textContent !== text) write(element, text);
  const className = `${baseClass} ${getChangeDirection(text) ?? ''}`.trim();
  if (element.className !== className) element.className = className;
}

/** What has come since the last frame, the newest of each; drawn together. */
export function groupByFrame(drawOne: (item: StreamItem) => void): (item: StreamItem) => void {
  const waiting = new Map<string, StreamItem>();
  let isAsked = false;
  const drawAll = (): void => {
    isAsked = false;
    const items = [...waiting.values()];
    waiting.clear();
    for (const item of items) drawOne(item);
  };
  return (item) => {
    waiting.set(`${item.instrument_id} ${item.side}`, item);
    if (isAsked) return;
    isAsked = true;
    window.requestAnimationFrame(drawAll);
  };
}

/* ---- the board ------------------------------------------------------------------------------------------------------------ */

function draw({ instrument_id: id, side, price, quantity }: StreamItem): void {
  const row = document.getElementById(`i${id}`) as HTMLTableRowElement | null;
  const places = PLACES[side];
  if (row === null || places === undefined) return;
  const decimals = Number(row.dataset.d);
  if (places.price !== undefined) setText(getCell(row, places.price), toPriceText(price, decimals));
  if (places.quantity !== undefined) setText(getCell(row, places.quantity), quantity === null ? '' : String(quantity));
  if (side === 'Last') drawChange(row, price, decimals);
}

function drawChange(row: HTMLTableRowElement, last: number | null, decimals: number): void {
  const close = getCell(row, CLOSE).textContent;
  if (close === '') return;
  const { points, percent } = toChange(last, close, decimals);
  showChange(getCell(row, CHANGE), points);
  showChange(getCell(row, CHANGE + 1), percent);
}

/* ---- all of its lines ------------------------------------------------------------------------------------------------------- */

/** A page has so many lines as are light to send; those of the next one join them, group by group, here and in a page that is asked for anew. */
async function takeRest(page: Document): Promise<void> {
  const link = page.querySelector('#rest');
  if (link === null) return;
  const answer = await fetch(link.getAttribute('href') ?? '', { headers: { accept: 'text/html' } }).catch(() => null);
  if (answer?.ok !== true || answer.redirected) return;
  const lines = getElement('#board', page);
  for (const group of parsePage(await answer.text()).querySelectorAll('#board tbody')) {
    const known = lines.querySelector(`#${group.id}`);
    if (known === null) lines.append(group);
    else known.append(...group.querySelectorAll('tr[id]'));
  }
  link.parentElement?.remove();
}

/** The last update of each side: a reloaded page is older than what arrived while it loaded. */
const newest = new Map<string, StreamItem>();

/** When a session ends or begins, the lines above its instruments are asked for anew. */
function followSessions(): void {
  const moments = [...document.querySelectorAll<HTMLTimeElement>('#board [scope="rowgroup"] time')]
    .map(({ dateTime }) => Date.parse(dateTime))
    .filter((moment) => moment > Date.now());
  const next = Math.min(...moments);
  if (next === Infinity) return;
  window.setTimeout(
    () => {
      refresh('#board');
      window.setTimeout(followSessions, 5_000);
    },
    Math.min(next - Date.now() + 2_000, 2 ** 31 - 1),
  );
}

/** Whether an instrument trades stands at its line, or above its group: both come from the page itself. */
const statuses = new Map<number, string>();

function showStatus({ instrument_id: id, status }: TradingStatus): void {
  const before = statuses.get(id);
  statuses.set(id, status);
  const usual = status === 'Open' || status === 'Closed';
  const shown = document.querySelector(`#i${id} .badge`)?.textContent;
  if ((before !== undefined && before !== status) || shown !== (usual ? undefined : status.toLowerCase()))
    refresh('#board');
}

const followed = new Set<number>();
const drawSoon = groupByFrame(draw);

function receive(item: StreamItem): void {
  newest.set(`${item.instrument_id} ${item.side}`, item);
  drawSoon(item);
}

/** Those as well that were listed since. */
function followLines(): void {
  const ids = [...document.querySelectorAll('#board tr[id]')]
    .map(({ id }) => Number(id.slice(1)))
    .filter((id) => !followed.has(id));
  for (const id of ids) followed.add(id);
  if (ids.length > 0) watch({ ids, sides: Object.keys(PLACES) as StreamSide[], onStatus: showStatus }, receive);
}

async function start(lines: HTMLElement): Promise<void> {
  showState(getElement('#pulse'));
  await takeRest(document);
  formatTimes(lines);
  followLines();
  completeWith(takeRest);
  document.addEventListener('htmx:after:swap', () => {
    for (const item of newest.values()) draw(item);
    followLines();
  });
  followSessions();
}

if (board !== null) void start(board);
