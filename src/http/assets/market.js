/* The live board: figures change where they stand, once a frame however many changes come, and nothing else of the page moves. */
import { refresh, setText } from './live.js';
import { onState, watch } from './market-stream.js';

const board = document.querySelector('#board');

/** Where in a line each side is told: behind the name, in the order of the titles. At the end stands the close from which changes are counted. */
const PLACES = { Last: { price: 1 }, Buy: { quantity: 2, price: 3 }, Sell: { price: 4, quantity: 5 }, High: { price: 8 }, Low: { price: 9 }, Volume: { quantity: 10 } };
const CHANGE = 6;
const CLOSE = 11;

const words = {
  still: 'Connecting: until then these prices stand still.',
  live: 'Live: prices change here as they do in the market.',
  waiting: 'Not live: the connection is lost, and these prices may be old. Trying again.',
  ended: 'Not live: you are signed out. Load the page again to sign in.',
  other: 'Not live: you have begun or ended to act for somebody in another window. Load the page again.',
};

/** Whether what is shown moves, in words, and for the sheet. */
export function showState(element) {
  onState((state) => {
    if (element.textContent !== words[state]) element.textContent = words[state];
    element.dataset.state = state;
  });
}

/* ---- figures ------------------------------------------------------------------------------------------------------------ */

/** Prices of one instrument all have as many decimals as its ticks. */
export const priceText = (price, decimals) => (price === null ? '' : price.toFixed(decimals));

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
export const lookOf = (text) => (text.startsWith('+') ? 'up' : text.startsWith('-') ? 'down' : '');

/** What has come since the last frame, the newest of each; drawn together. */
export function byFrame(drawOne) {
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
  if (places.price) setText(row.cells[places.price], priceText(price, decimals));
  if (places.quantity) setText(row.cells[places.quantity], quantity === null ? '' : String(quantity));
  if (side === 'Last' && row.cells[CLOSE].textContent !== '') drawChange(row.cells, price, decimals);
}

function drawChange(cells, last, decimals) {
  const change = last === null ? { points: '', percent: '' } : changeText(last, Number(cells[CLOSE].textContent), decimals);
  for (const [cell, text] of [[cells[CHANGE], change.points], [cells[CHANGE + 1], change.percent]]) {
    if (cell.textContent !== text) cell.textContent = text;
    if (cell.className !== lookOf(text)) cell.className = lookOf(text);
  }
}

/** When a session ends or begins, the lines above its instruments are asked for anew. */
function followSessions() {
  const moments = [...board.querySelectorAll('th[colspan] time')].map(({ dateTime }) => Date.parse(dateTime)).filter((moment) => moment > Date.now());
  const next = Math.min(...moments);
  if (next === Infinity) return;
  window.setTimeout(() => {
    refresh('#board');
    window.setTimeout(followSessions, 5_000);
  }, Math.min(next - Date.now() + 2_000, 2 ** 31 - 1));
}

if (board !== null) {
  showState(document.querySelector('#pulse'));
  const ids = [...board.querySelectorAll('tr[id]')].map(({ id }) => Number(id.slice(1)));
  watch({ ids, sides: Object.keys(PLACES) }, byFrame(draw));
  followSessions();
}
