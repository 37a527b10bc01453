/* The live board: figures change where they stand, once a frame however many changes come, and nothing else of the page moves. */
import { completeWith, refresh, setText, write } from './live.js';
import { formatTimes } from './kontor.js';
import { lastHeard, onState, watch } from './market-stream.js';

const board = document.querySelector('#board');

/** The cell of each side in a row: after the name, in the order of the headings. The last cell is the close that changes are measured from. */
const PLACES = {
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
  live: 'Live: prices change here as they do in the market.',
  waiting: ['Not live: the connection is lost, and these prices are of ', '. Trying again.'],
  ended: 'Not live: you are signed out. Load the page again to sign in.',
  other: 'Not live: you started or stopped acting for another user in another window. Reload the page.',
};

/** Whether what is shown moves, in words, and for the sheet. */
export function showState(element) {
  onState((state) => {
    if (element.dataset.state === state) return;
    const text = words[state];
    if (typeof text === 'string') element.textContent = text;
    else element.replaceChildren(text[0], formatTime(lastHeard()), text[1]);
    formatTimes(element);
    element.dataset.state = state;
    element.closest('article').dataset.market = state;
  });
}

function formatTime(moment) {
  const time = document.createElement('time');
  time.dateTime = `${moment.toISOString().slice(0, 19)}Z`;
  time.textContent = `${time.dateTime.replace('T', ' ').slice(0, 19)} UTC`;
  return time;
}

/* ---- figures ------------------------------------------------------------------------------------------------------------ */

/** Prices of one instrument all have as many decimals as its ticks. */
export const formatPrice = (price, decimals) => (price === null ? '' : price.toFixed(decimals));

/** How far a price has come since the last close, as the page itself tells it. */
export function changeText(last, close, decimals) {
  const unit = 10 ** decimals;
  const [from, steps] = [Math.round(close * unit), Math.round(last * unit) - Math.round(close * unit)];
  const sign = steps > 0 ? '+' : steps < 0 ? '-' : '';
  const part = ((Math.abs(steps) / from) * 100).toFixed(2);
  const percent = from > 0 ? `${Number(part) === 0 ? '' : sign}${part}%` : '';
  return { points: `${sign}${(Math.abs(steps) / unit).toFixed(decimals)}`, percent };
}

/** By what is written, so that what says nothing of a change does not look like one. */
export const toDirection = (text) => (text.startsWith('+') ? 'up' : text.startsWith('-') ? 'down' : '');

/** What has come since the last frame, the newest of each; drawn together. */
export function groupByFrame(drawOne) {
  const waiting = new Map();
  let isAsked = false;
  const drawAll = () => {
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

function draw({ instrument_id: id, side, price, quantity }) {
  const row = document.getElementById(`i${id}`);
  const places = PLACES[side];
  if (row === null || places === undefined) return;
  const decimals = Number(row.dataset.d);
  if (places.price) setText(row.cells[places.price], formatPrice(price, decimals));
  if (places.quantity) setText(row.cells[places.quantity], quantity === null ? '' : String(quantity));
  if (side === 'Last' && row.cells[CLOSE].textContent !== '') drawChange(row.cells, price, decimals);
}

function drawChange(cells, last, decimals) {
  const change =
    last === null ? { points: '', percent: '' } : changeText(last, Number(cells[CLOSE].textContent), decimals);
  for (const [cell, text] of [
    [cells[CHANGE], change.points],
    [cells[CHANGE + 1], change.percent],
  ]) {
    if (cell.textContent !== text) write(cell, text);
    if (cell.className !== toDirection(text)) cell.className = toDirection(text);
  }
}

/* ---- all of its lines ------------------------------------------------------------------------------------------------------- */

/** A page has so many lines as are light to send; those of the next one join them, group by group, here and in a page that is asked for anew. */
async function takeRest(page) {
  const link = page.querySelector('#rest');
  if (link === null) return;
  const answer = await fetch(link.getAttribute('href'), { headers: { accept: 'text/html' } }).catch(() => null);
  if (answer?.ok !== true || answer.redirected) return;
  const lines = page.querySelector('#board');
  for (const group of new DOMParser()
    .parseFromString(await answer.text(), 'text/html')
    .querySelectorAll('#board tbody')) {
    const known = lines.querySelector(`#${group.id}`);
    if (known === null) lines.append(group);
    else known.append(...group.querySelectorAll('tr[id]'));
  }
  link.parentElement.remove();
}

/** The last update of each side: a reloaded page is older than what arrived while it loaded. */
const newest = new Map();

/** When a session ends or begins, the lines above its instruments are asked for anew. */
function followSessions() {
  const moments = [...document.querySelectorAll('#board [scope="rowgroup"] time')]
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
const statuses = new Map();

function showStatus({ instrument_id: id, status }) {
  const before = statuses.get(id);
  statuses.set(id, status);
  const usual = status === 'Open' || status === 'Closed';
  const shown = document.querySelector(`#i${id} .badge`)?.textContent;
  if ((before !== undefined && before !== status) || shown !== (usual ? undefined : status.toLowerCase()))
    refresh('#board');
}

const followed = new Set();
const drawSoon = groupByFrame(draw);

function receive(item) {
  newest.set(`${item.instrument_id} ${item.side}`, item);
  drawSoon(item);
}

/** Those as well that were listed since. */
function followLines() {
  const ids = [...document.querySelectorAll('#board tr[id]')]
    .map(({ id }) => Number(id.slice(1)))
    .filter((id) => !followed.has(id));
  for (const id of ids) followed.add(id);
  if (ids.length > 0) watch({ ids, sides: Object.keys(PLACES), onStatus: showStatus }, receive);
}

async function start() {
  showState(document.querySelector('#pulse'));
  await takeRest(document);
  formatTimes(board);
  followLines();
  completeWith(takeRest);
  document.addEventListener('htmx:after:swap', () => {
    for (const item of newest.values()) draw(item);
    followLines();
  });
  followSessions();
}

if (board !== null) start();
