/* An instrument's desk, live: its prices, its book and its trades change where they stand; a price of the book goes into the ticket. */
import { computePriceChange } from '../marketdata/price-change.js';
import { startChart } from './chart.js';
import { formatTimes } from './kontor.js';
import { onEvents, onGap, ORDER_EVENTS, refresh } from './live.js';
import { setText, write } from './live-cells.js';
import { groupByFrame, showChange, showState, toChange, toPriceText } from './market.js';
import { type TradingStatus, type Level, type StreamItem, type StreamSide, watch } from './market-stream.js';
import {
  createLink,
  fetchPage,
  findElement,
  findLink,
  getCell,
  getElement,
  isPlainClick,
  listRows,
  loadPage,
  parsePage,
  toFormBody,
} from './page-parts.js';

const id = Number(getElement('.desk').dataset.instrument);
const getQuoteStrip = (): HTMLElement => getElement('#quote');
const ladder = getElement('#ladder');
const decimals = Number(getQuoteStrip().dataset.d);

/* ---- prices ----------------------------------------------------------------------------------------------------------- */

const findFigure = (name: string): HTMLElement | null => findElement(`[data-q="${name}"]`, getQuoteStrip());

function drawQuote({ side, price, quantity }: StreamItem): void {
  const [priceCell, quantityCell] = [findFigure(`${side}.price`), findFigure(`${side}.quantity`)];
  if (priceCell !== null) setText(priceCell, toPriceText(price, decimals));
  if (quantityCell !== null) setText(quantityCell, quantity === null ? '' : String(quantity));
  if (side === 'Last') drawChange(price);
}

function drawChange(last: number | null): void {
  const change = toChange(last, getQuoteStrip().dataset.c ?? '', decimals);
  for (const [name, text] of [
    ['change', change.points],
    ['percent', change.percent],
  ] as const) {
    const figure = findFigure(name);
    if (figure !== null) showChange(figure, text, 'figure moved');
  }
}

/* ---- the book ----------------------------------------------------------------------------------------------------------- */

const STEPS = 20;
type BookSide = 'BuyDepth' | 'SellDepth';
const bookSides: readonly BookSide[] = ['BuyDepth', 'SellDepth'];
const book: Record<BookSide, readonly Level[]> = { BuyDepth: [], SellDepth: [] };
const lines: Readonly<Record<BookSide, readonly HTMLTableRowElement[]>> = {
  BuyDepth: listRows(ladder, '.bids tr'),
  SellDepth: listRows(ladder, '.offers tr').reverse(),
};
const quantityAt: Readonly<Record<BookSide, number>> = { BuyDepth: 0, SellDepth: 2 };

const sumQuantities = (levels: readonly Level[]): number => levels.reduce((sum, { quantity }) => sum + quantity, 0);

const isBookSide = (side: StreamSide): side is BookSide => side === 'BuyDepth' || side === 'SellDepth';

/** Both sides are drawn when one has changed: their bars are measured by the longer. */
function drawBook({ side: changed, levels = [] }: StreamItem): void {
  if (!isBookSide(changed)) return;
  book[changed] = levels;
  const most = Math.max(sumQuantities(book.BuyDepth), sumQuantities(book.SellDepth));
  for (const side of bookSides) {
    let sum = 0;
    for (const [n, row] of lines[side].entries()) {
      const level = book[side][n];
      sum += level?.quantity ?? 0;
      drawLine(row, level, {
        cell: getCell(row, quantityAt[side]),
        bar: level === undefined || most === 0 ? 0 : Math.max(1, Math.round((sum / most) * STEPS)),
      });
    }
  }
  drawSpread(book.BuyDepth[0], book.SellDepth[0]);
}

function describeSpread(bid: Level | undefined, offer: Level | undefined): string {
  if (bid === undefined) return offer === undefined ? 'Nobody bids or offers.' : 'Nobody bids.';
  if (offer === undefined) return 'Nobody offers.';
  const [from, to] = [toPriceText(bid.price, decimals), toPriceText(offer.price, decimals)];
  return `${computePriceChange(to, from, decimals).points.replace('+', '')} between them`;
}

function drawSpread(bid: Level | undefined, offer: Level | undefined): void {
  const text = describeSpread(bid, offer);
  const spread = getElement('[data-q="spread"]', ladder);
  if (spread.textContent !== text) write(spread, text);
}

function drawLine(
  row: HTMLTableRowElement,
  level: Level | undefined,
  { cell, bar }: Readonly<{ cell: HTMLTableCellElement; bar: number }>,
): void {
  drawPrice(getCell(row, 1), level);
  setText(cell, level === undefined ? '' : String(level.quantity));
  const orders = level === undefined ? '' : String(level.orders);
  const ordersCell = getCell(row, 3);
  if (ordersCell.textContent !== orders) write(ordersCell, orders);
  const width = bar === 0 ? '' : `w${bar}`;
  if (cell.className !== width) cell.className = width;
}

/** The link stays the same element, so that it keeps the keyboard focus while its price changes. */
function drawPrice(cell: HTMLTableCellElement, level: Level | undefined): void {
  const link = cell.querySelector('a');
  if (level === undefined) {
    if (link !== null && link !== document.activeElement) link.remove();
    return;
  }
  const price = toPriceText(level.price, decimals);
  if (link === null) cell.append(createLink(toAddress(price), price));
  else if (link.textContent !== price) {
    write(link, price);
    link.href = toAddress(price);
  }
}

function toAddress(price: string): string {
  const address = new URL(location.href);
  for (const name of ['limit_price', 'stop_price']) address.searchParams.delete(name);
  address.searchParams.set('price', price);
  address.hash = 'ticket';
  return `${address.pathname}${address.search}${address.hash}`;
}

/** Into every price that the type of the order has; without a ticket in reach the link leads where it leads. */
ladder.addEventListener('click', (event) => {
  const link = findLink(event);
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>('#ticket :is([name="limit_price"], [name="stop_price"])'),
  ].filter((field) => !field.disabled && field.offsetParent !== null);
  if (link === null || fields.length === 0 || !isPlainClick(event)) return;
  event.preventDefault();
  for (const field of fields) {
    field.value = link.textContent;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  fields[0]?.focus();
});

/* ---- trades ------------------------------------------------------------------------------------------------------------- */

const TRADES_EVERY_MS = 1_000;
let tradesTimer: number | null = null;
/** What was traded when the page was made. */
let volume = Number(findFigure('Volume.quantity')?.textContent ?? 0);

/** In the reader's zone, which the title does not say any more. */
function formatTradeTimes(): void {
  for (const title of document.querySelectorAll('#trades th'))
    title.textContent = title.textContent.replace(' (UTC)', '');
}

/** The stream carries only the last trade; the list itself is loaded, once a second at most. */
async function drawTrades(): Promise<void> {
  tradesTimer = null;
  const page = await loadPage(`/trades?instrument_id=${id}&newest=true&per_page=15`);
  if (page === null) return;
  const rows = listRows(page, 'table.rows tbody tr');
  const body = findElement('#trades tbody');
  if (body === null) {
    if (rows.length > 0) refresh('#trades');
    else drawTradesSoon();
    return;
  }
  for (const row of rows) {
    const price = getCell(row, 0);
    price.textContent = toPriceText(Number(price.textContent), decimals);
    price.className = 'n';
    while (row.cells.length > 4) getCell(row, 4).remove();
    getElement('time', row).dataset.clock = '';
  }
  body.replaceChildren(...rows);
  formatTimes(body);
}

function drawTradesSoon(): void {
  tradesTimer ??= window.setTimeout(() => void drawTrades(), TRADES_EVERY_MS);
}

function followTrades({ quantity }: StreamItem): void {
  const now = quantity ?? 0;
  if (now > 0 && now !== volume) drawTradesSoon();
  volume = now;
}

/* ---- what the reader has ------------------------------------------------------------------------------------------------- */

const MINE_EVERY_MS = 3_000;
let mineTimer: number | null = null;

const drawMine = (): void => refresh('#mine');

/** What a position is worth follows the price, which nobody tells of a position. */
function followPrice(): void {
  if (document.querySelector('#mine tbody td.n') === null) return;
  mineTimer ??= window.setTimeout(() => {
    mineTimer = null;
    if (!document.hidden) drawMine();
  }, MINE_EVERY_MS);
}

/** A cancellation is sent from here and answered here; its result arrives as an event. */
document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || form.id !== 'cancel' || !submitter) return;
  event.preventDefault();
  void cancelOrder(form, submitter);
});

async function cancelOrder(form: HTMLFormElement, submitter: HTMLElement): Promise<void> {
  const body = toFormBody(form, submitter);
  const answer = await fetchPage(form.action, { method: 'POST', body }).catch(() => null);
  const page = answer === null ? null : parsePage(await answer.text());
  getElement('#canceled').textContent =
    page?.querySelector('.flash, .refusal, .problem .lead, .problem p')?.textContent.trim() ??
    'Whether the order is canceled is not known: the service did not answer. Load the page again.';
  drawMine();
}

/* ---- whether it trades --------------------------------------------------------------------------------------------------- */

let status: string | null = null;

/** What may be done now stands in the line of the contract, what the day is measured from beside the prices, what becomes of an order in the ticket, and what has expired has no ticket. */
function showStatus({ status: next }: TradingStatus): void {
  const shown = getElement('.contract .badge').textContent;
  if ((status !== null && next !== status) || shown !== next.toLowerCase())
    refresh('.contract', '#quote', '#pause', '#sending', '#mine', ...(next === 'Expired' ? ['#ticket'] : []));
  status = next;
}

/** The last update of each side: a reloaded part of the page is older than that. */
const newest = new Map<StreamSide, StreamItem>();
const drawSoon = groupByFrame(drawQuote);

showState(getElement('#pulse'));
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
startChart(getElement('#chart'), { id, decimals, volume });
