/* An instrument's desk, live: its prices, its book and its trades change where they stand; a price of the book goes into the ticket. */
import { TRADES_BELOW_LADDER } from '../../marketdata/ladder-window.js';
import { sendFormsAtOnce, showOutcome } from '../at-once.js';
import { changeInDialog } from '../change-dialog.js';
import { startChart } from '../chart/chart.js';
import { formatTimes } from '../kontor.js';
import { countLevels, drawBook, drawLadder, drawLast, followWindow, SCROLLED_DEPTH } from './ladder.js';
import { moveOrders } from './ladder-moves.js';
import { moveAlongPrices } from './ladder-keys.js';
import { letScroll } from './ladder-scroll.js';
import { fillTicket } from './ladder-ticket.js';
import { onEvents, onGap, ORDER_EVENTS } from '../live/live.js';
import { followOrders } from './order-news.js';
import { describeAnswer, showSignedOut, UNKNOWN_CHANGE } from '../orders/order-answers.js';
import { setText } from '../live/live-cells.js';
import { groupByFrame, showChange, showState, toChange, toPriceText } from '../market.js';
import { type TradingStatus, type StreamItem, type StreamSide, watch } from '../live/market-stream.js';
import { clearSentOrder, followSentOrder, renewRefusal } from './sent-order.js';
import { drawClosing, markPositions } from './position-marks.js';
import { findElement, getCell, getElement, listRows, loadPage } from '../page-parts.js';
import { refresh } from '../page-refresh.js';
import './quick-orders.js';

const id = Number(getElement('.desk').dataset.instrument);
const getQuoteStrip = (): HTMLElement => getElement('#quote');
const decimals = Number(getQuoteStrip().dataset.d);

/* ---- prices ----------------------------------------------------------------------------------------------------------- */

const findFigure = (name: string): HTMLElement | null => findElement(`[data-q="${name}"]`, getQuoteStrip());

/** The best prices are above and, on a narrow screen, at the foot of the window. Says whether one changed. */
const setFigures = (name: string, text: string): boolean =>
  [...document.querySelectorAll<HTMLElement>(`.quote [data-q="${name}"]`)]
    .map((figure) => setText(figure, text))
    .includes(true);

function drawQuote({ side, price, quantity, time }: StreamItem): void {
  if (setFigures(`${side}.price`, toPriceText(price, decimals)) && (side === 'Buy' || side === 'Sell'))
    document.dispatchEvent(new Event('market-moved'));
  setFigures(`${side}.quantity`, quantity === null ? '' : String(quantity));
  if (side === 'Buy' || side === 'Sell') drawClosing();
  if (side !== 'Last') return;
  drawChange(price);
  drawLast(price);
  if (price !== null) markPositions(toPriceText(price, decimals), time);
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

/* ---- trades ------------------------------------------------------------------------------------------------------------- */

const TRADES_EVERY_MS = 1_000;
/** Trades of one order come together. */
const TOGETHER_MS = 50;
/** A wide and high window has a column for them (desk.css). */
const TRADES_OF_COLUMN = 50;
const column = window.matchMedia('(min-width: 100rem) and (min-height: 44rem)');
let tradesTimer: number | null = null;
let tradesAskedAt = -Infinity;
/** What was traded when the page was made. */
let volume = Number(findFigure('Volume.quantity')?.textContent ?? 0);

/** In the reader's zone, which the title does not say any more. */
function formatTradeTimes(): void {
  for (const title of document.querySelectorAll('#trades th'))
    title.textContent = title.textContent.replace(' (UTC)', '');
}

/** The stream carries only the last trade; the list itself is loaded: after a pause soon, then once a second at most. */
async function drawTrades(): Promise<void> {
  tradesTimer = null;
  tradesAskedAt = performance.now();
  const page = await loadPage(
    `/trades?instrument_id=${id}&newest=true&per_page=${column.matches ? TRADES_OF_COLUMN : TRADES_BELOW_LADDER}`,
  );
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

function fillColumn(): void {
  if (column.matches && listRows(document, '#trades tbody tr').length === TRADES_BELOW_LADDER) drawTradesSoon();
}

function drawTradesSoon(): void {
  const waitMs = Math.max(TOGETHER_MS, tradesAskedAt + TRADES_EVERY_MS - performance.now());
  tradesTimer ??= window.setTimeout(() => void drawTrades(), waitMs);
}

function followTrades({ quantity }: StreamItem): void {
  const now = quantity ?? 0;
  if (now > 0 && now !== volume) drawTradesSoon();
  volume = now;
}

/* ---- what the reader has ------------------------------------------------------------------------------------------------- */

const MINE_EVERY_MS = 3_000;
let mineTimer: number | null = null;

const drawMine = (): void => refresh('#mine', 'soon');
const drawMineNow = (): void => refresh('#mine', 'now');
const drawMineSoon = (): void => refresh('#mine');

/** What a position is worth follows the price, which nobody tells of a position. */
function followPrice(): void {
  if (document.querySelector('#mine tbody td.n') === null) return;
  mineTimer ??= window.setTimeout(() => {
    mineTimer = null;
    if (!document.hidden) drawMineSoon();
  }, MINE_EVERY_MS);
}

sendFormsAtOnce(drawMineNow, clearSentOrder);
document.addEventListener('order-sent', drawMineNow);
changeInDialog('#mine', ({ isDone, isSignedOut, page }) => {
  showOutcome(page === null ? UNKNOWN_CHANGE : describeAnswer(page), isDone);
  if (isSignedOut && page !== null) showSignedOut(getElement('#said'), page);
});
moveOrders(drawMineNow);
// Before what is said of a sent order goes with the same event.
followOrders();
followSentOrder();
fillTicket();

/* ---- whether it trades --------------------------------------------------------------------------------------------------- */

const showPause = showState(getElement('#pulse'));
let status: string | null = null;

/** What may be done now stands in the line of the contract, what the day is measured from beside the prices, what becomes of an order in the ticket, which keys can be used below it, and what has expired has no ticket. */
function showStatus({ status: next }: TradingStatus): void {
  showPause(next);
  const shown = getElement('.contract .badge').textContent;
  if ((status !== null && next !== status) || shown !== next.toLowerCase())
    refresh([
      ...['.contract', '#quote', '#pause', '#sending', '#quick', '#quick-top', '#keys', '#mine'],
      ...(next === 'Expired' ? ['#ticket'] : []),
    ]);
  if (status !== null && next !== status) renewRefusal();
  status = next;
}

/** The last update of each side: a reloaded part of the page is older than that. */
const newest = new Map<StreamSide, StreamItem>();
const drawSoon = groupByFrame(drawQuote);

formatTradeTimes();
fillColumn();
column.addEventListener('change', fillColumn);
document.addEventListener('htmx:after:swap', () => {
  formatTradeTimes();
  for (const item of newest.values()) drawQuote(item);
  drawLadder();
});
watch({ ids: [id], sides: ['Last', 'Buy', 'Sell', 'High', 'Low', 'Volume'], onStatus: showStatus }, (item) => {
  newest.set(item.side, item);
  drawSoon(item);
});
const showLevels = watch({ ids: [id], sides: ['BuyDepth', 'SellDepth'], depth: countLevels() }, groupByFrame(drawBook));
moveAlongPrices();
letScroll(() => showLevels(SCROLLED_DEPTH));
followWindow(() => showLevels(SCROLLED_DEPTH));
watch({ ids: [id], sides: ['Volume'] }, (item) => {
  followTrades(item);
  followPrice();
});
onEvents(ORDER_EVENTS, drawMine);
onGap(drawMineSoon);
startChart(getElement('#chart'), { id, decimals, tick: Number(getElement('#ladder').dataset.tick), volume });
