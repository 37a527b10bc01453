/* An instrument's desk, live: its prices, its book and its trades change where they stand; a price of the book goes into the ticket. */
import { startChart } from './chart.js';
import { formatTimes } from './kontor.js';
import { onEvents, onGap, ORDER_EVENTS, refresh, setText, write } from './live.js';
import { groupByFrame, changeText, toDirection, formatPrice, showState } from './market.js';
import { watch } from './market-stream.js';

const id = Number(document.querySelector('.desk').dataset.instrument);
const readQuoteStrip = () => document.querySelector('#quote');
const ladder = document.querySelector('#ladder');
const decimals = Number(readQuoteStrip().dataset.d);

/* ---- prices ----------------------------------------------------------------------------------------------------------- */

const figure = (name) => readQuoteStrip().querySelector(`[data-q="${name}"]`);

function drawQuote({ side, price, quantity }) {
  const [priceCell, counted] = [figure(`${side}.price`), figure(`${side}.quantity`)];
  if (priceCell !== null) setText(priceCell, formatPrice(price, decimals));
  if (counted !== null) setText(counted, quantity === null ? '' : String(quantity));
  if (side === 'Last') drawChange(price);
}

function drawChange(last) {
  const { c: close } = readQuoteStrip().dataset;
  const change =
    last === null || close === '' ? { points: '', percent: '' } : changeText(last, Number(close), decimals);
  for (const [element, text] of [
    [figure('change'), change.points],
    [figure('percent'), change.percent],
  ]) {
    if (element.textContent !== text) write(element, text);
    const look = `figure moved ${toDirection(text)}`.trimEnd();
    if (element.className !== look) element.className = look;
  }
}

/* ---- the book ----------------------------------------------------------------------------------------------------------- */

const STEPS = 20;
const book = { BuyDepth: [], SellDepth: [] };
const lines = {
  BuyDepth: [...ladder.querySelectorAll('.bids tr')],
  SellDepth: [...ladder.querySelectorAll('.offers tr')].reverse(),
};
const quantityAt = { BuyDepth: 0, SellDepth: 2 };

const sumQuantities = (levels) => levels.reduce((sum, { quantity }) => sum + quantity, 0);

/** Both sides are drawn when one has changed: their bars are measured by the longer. */
function drawBook({ side: changed, levels }) {
  book[changed] = levels;
  const most = Math.max(sumQuantities(book.BuyDepth), sumQuantities(book.SellDepth));
  for (const side of Object.keys(book)) {
    let sum = 0;
    for (const [n, row] of lines[side].entries()) {
      const level = book[side][n];
      sum += level?.quantity ?? 0;
      drawLine(row, level, {
        cell: row.cells[quantityAt[side]],
        bar: level === undefined || most === 0 ? 0 : Math.max(1, Math.round((sum / most) * STEPS)),
      });
    }
  }
  drawSpread(book.BuyDepth[0], book.SellDepth[0]);
}

function drawSpread(bid, offer) {
  const absent =
    bid === undefined ? (offer === undefined ? 'Nobody bids or offers.' : 'Nobody bids.') : 'Nobody offers.';
  const words =
    bid !== undefined && offer !== undefined
      ? `${changeText(offer.price, bid.price, decimals).points.replace('+', '')} between them`
      : absent;
  const spread = ladder.querySelector('[data-q="spread"]');
  if (spread.textContent !== words) write(spread, words);
}

function drawLine(row, level, { cell, bar }) {
  drawPrice(row.cells[1], level);
  setText(cell, level === undefined ? '' : String(level.quantity));
  const orders = level === undefined ? '' : String(level.orders);
  if (row.cells[3].textContent !== orders) write(row.cells[3], orders);
  const look = bar === 0 ? '' : `w${bar}`;
  if (cell.className !== look) cell.className = look;
}

/** The link stays the same element, so that it keeps the keyboard focus while its price changes. */
function drawPrice(cell, level) {
  const link = cell.firstElementChild;
  if (level === undefined) {
    if (link !== null && link !== document.activeElement) link.remove();
    return;
  }
  const price = formatPrice(level.price, decimals);
  if (link === null) cell.append(linkTo(price));
  else if (link.textContent !== price) {
    write(link, price);
    link.href = toAddress(price);
  }
}

function linkTo(price) {
  const link = document.createElement('a');
  link.textContent = price;
  link.href = toAddress(price);
  return link;
}

function toAddress(price) {
  const address = new URL(location.href);
  for (const name of ['limit_price', 'stop_price']) address.searchParams.delete(name);
  address.searchParams.set('price', price);
  address.hash = 'ticket';
  return `${address.pathname}${address.search}${address.hash}`;
}

/** Into every price that the type of the order has; without a ticket in reach the link leads where it leads. */
ladder.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  const fields = [...document.querySelectorAll('#ticket :is([name="limit_price"], [name="stop_price"])')].filter(
    (field) => !field.disabled && field.offsetParent !== null,
  );
  if (link === null || fields.length === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  for (const field of fields) {
    field.value = link.textContent;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  fields[0].focus();
});

/* ---- trades ------------------------------------------------------------------------------------------------------------- */

const TRADES_EVERY_MS = 1_000;
let tradesTimer = null;
/** What was traded when the page was made. */
let volume = Number(figure('Volume.quantity').textContent);

/** In the reader's zone, which the title does not say any more. */
function formatTradeTimes() {
  for (const title of document.querySelectorAll('#trades th'))
    title.textContent = title.textContent.replace(' (UTC)', '');
}

/** The stream carries only the last trade; the list itself is loaded, once a second at most. */
async function drawTrades() {
  tradesTimer = null;
  const answer = await fetch(`/trades?instrument_id=${id}&newest=true&per_page=15`, {
    headers: { accept: 'text/html', prefer: 'status=401' },
  }).catch(() => null);
  if (answer?.ok !== true) return;
  const rows = [
    ...new DOMParser().parseFromString(await answer.text(), 'text/html').querySelectorAll('table.rows tbody tr'),
  ];
  const body = document.querySelector('#trades tbody');
  if (body === null) {
    if (rows.length > 0) refresh('#trades');
    else tradesTimer = window.setTimeout(drawTrades, TRADES_EVERY_MS);
    return;
  }
  for (const row of rows) {
    row.cells[0].textContent = formatPrice(Number(row.cells[0].textContent), decimals);
    row.cells[0].className = 'n';
    while (row.cells.length > 4) row.cells[4].remove();
    row.querySelector('time').dataset.clock = '';
  }
  body.replaceChildren(...rows);
  formatTimes(body);
}

function followTrades({ quantity }) {
  const now = quantity ?? 0;
  if (now > 0 && now !== volume) tradesTimer ??= window.setTimeout(drawTrades, TRADES_EVERY_MS);
  volume = now;
}

/* ---- what the reader has ------------------------------------------------------------------------------------------------- */

const MINE_EVERY_MS = 3_000;
let mineTimer = null;

const drawMine = () => refresh('#mine');

/** What a position is worth follows the price, which nobody tells of a position. */
function followPrice() {
  if (document.querySelector('#mine tbody td.n') === null) return;
  mineTimer ??= window.setTimeout(() => {
    mineTimer = null;
    if (!document.hidden) drawMine();
  }, MINE_EVERY_MS);
}

/** A cancellation is sent from here and answered here; its result arrives as an event. */
document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (form.id !== 'cancel' || !event.submitter) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const answer = await fetch(form.action, {
    method: 'POST',
    headers: { accept: 'text/html', prefer: 'status=401' },
    body,
  }).catch(() => null);
  const page = answer === null ? null : new DOMParser().parseFromString(await answer.text(), 'text/html');
  const words = page?.querySelector('.flash, .refusal, .problem .lead, .problem p')?.textContent.trim();
  document.querySelector('#canceled').textContent =
    words ?? 'Whether the order is canceled is not known: the service did not answer. Load the page again.';
  drawMine();
});

/* ---- whether it trades --------------------------------------------------------------------------------------------------- */

let status = null;

/** What may be done now stands in the line of the contract, what the day is measured from beside the prices, what becomes of an order in the ticket, and what has expired has no ticket. */
function showStatus({ status: next }) {
  const shown = document.querySelector('.contract .badge').textContent;
  if ((status !== null && next !== status) || shown !== next.toLowerCase())
    refresh('.contract', '#quote', '#pause', '#sending', '#mine', ...(next === 'Expired' ? ['#ticket'] : []));
  status = next;
}

/** The last update of each side: a reloaded part of the page is older than that. */
const newest = new Map();
const drawSoon = groupByFrame(drawQuote);

showState(document.querySelector('#pulse'));
formatTradeTimes();
document.addEventListener('htmx:after:swap', () => {
  formatTradeTimes();
  for (const item of newest.values()) drawQuote(item);
});
watch({ ids: [id], sides: ['Last', 'Buy', 'Sell', 'High', 'Low', 'Volume'], onStatus: showStatus }, (item) => {
  newest.set(item.side, item);
  drawSoon(item);
});
watch({ ids: [id], sides: ['BuyDepth', 'SellDepth'], depth: 10 }, groupByFrame(drawBook));
watch({ ids: [id], sides: ['Volume'] }, (item) => {
  followTrades(item);
  followPrice();
});
onEvents(ORDER_EVENTS, drawMine);
onGap(drawMine);
startChart(document.querySelector('#chart'), { id, decimals, volume });
