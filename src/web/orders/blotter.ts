/* The list of orders, live: a row changes where it stands, and a new order takes its place above the others, or is announced where the list is sorted. */
import { formatTimes } from '../kontor.js';
import { type LiveEvent, onEvents, onGap, ORDER_STATE_EVENTS, type OrderEventData } from '../live/live.js';
import { type TradingStatus, watch } from '../live/market-stream.js';
import './more-orders.js';
import { createNewOrders } from './new-orders.js';
import { loadList, takeNewRows } from './new-rows.js';
import './order-changes.js';
import { readHead, showOrder } from './order-rows.js';
import { findElement, findLink, getElement } from '../page-parts.js';
import { refresh } from '../page-refresh.js';

const blotter = getElement('#blotter');
const news = getElement('[data-news]');
const NEXT = '.toolbar .next';
const findRow = (id: number): HTMLTableRowElement | null =>
  document.getElementById(`o${id}`) as HTMLTableRowElement | null;
const fresh = createNewOrders(blotter, news, { isListed: (id) => findRow(id) !== null, insertRow });

readHead();

/* ---- orders that change ---------------------------------------------------------------------------------------------- */

/** Events come in bursts; what has happened to a row is shown once before the next picture. */
const waiting = new Map<number, OrderEventData>();

function applyOrderEvent({ data }: LiveEvent<OrderEventData>): void {
  fresh.begin(data);
  const known = waiting.get(data.id);
  if (!known || known.revision < data.revision) waiting.set(data.id, data);
  if (waiting.size === 1) requestAnimationFrame(showAll);
}

function showAll(): void {
  const orders = [...waiting.values()];
  waiting.clear();
  for (const order of orders) {
    const row = findRow(order.id);
    if (row === null) fresh.announce(order);
    else if (showOrder(row, order)) fresh.move();
  }
}

/* ---- orders that are new --------------------------------------------------------------------------------------------- */

/** The list anew, without another page: what was unfolded and typed stays. A sorted list comes with its page: the next pages go on from there. */
news.addEventListener('click', (event) => {
  const link = findLink(event);
  if (fresh.isSorted || link?.href !== location.href || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void showNewOrders();
});

async function showNewOrders(): Promise<void> {
  const sought = fresh.sought();
  const list = await loadList();
  if (list === null) {
    location.reload();
    return;
  }
  replaceList(list);
  news.textContent = 'The list is up to date.';
  fresh.settle(sought);
  findElement('.scroll', blotter)?.focus();
}

/** What was appended is not in it, so the next page is that of the list that came. */
function replaceList(there: HTMLElement): void {
  findElement(NEXT)?.replaceChildren(...(findElement(NEXT, there.ownerDocument)?.childNodes ?? []));
  blotter.replaceChildren(...there.childNodes);
  readHead();
  formatTimes(blotter);
}

/** New orders, by themselves. Where that would take the focus, or fails, the way to them stays. */
async function insertRow(): Promise<boolean> {
  const sought = fresh.sought();
  const there = await loadList();
  if (there === null || (!takeNewRows(blotter, there) && blotter.contains(document.activeElement))) return false;
  if (sought.some((id) => findRow(id) === null && there.querySelector(`#o${id}`) !== null)) replaceList(there);
  readHead();
  fresh.settle(sought);
  news.textContent =
    sought.length === 1 ? 'A new order is in the list.' : `${sought.length} new orders are in the list.`;
  return true;
}

/* ---- whether it trades ------------------------------------------------------------------------------------------------ */

/** Where something of the list works; what cannot be done while nothing trades stands in every row. */
const markets = JSON.parse(blotter.dataset.markets ?? '{}') as Record<string, string>;

function showStatus({ instrument_id: id, status }: TradingStatus): void {
  if (markets[id] !== status) refresh(['#pauses', '#blotter', NEXT]);
  markets[id] = status;
}

const marketIds = Object.keys(markets).map(Number).slice(0, 200);
if (marketIds.length > 0) watch({ ids: marketIds, sides: ['Last'], onStatus: showStatus }, () => undefined);

onEvents(ORDER_STATE_EVENTS, applyOrderEvent);
onGap(() => refresh(['#pauses', '#blotter', NEXT]));
document.addEventListener('htmx:after:swap', () => {
  readHead();
  fresh.settle();
});
