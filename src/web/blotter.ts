/* The list of orders, live: a row changes where it stands, a new order takes its place above the others, and orders are changed and canceled in place. */
import { formatPrice } from '../money/price-text.js';
import { formatTimes } from './kontor.js';
import { type LiveEvent, onEvents, onGap, ORDER_STATE_EVENTS, type OrderEventData, refresh } from './live.js';
import { setText, setTime } from './live-cells.js';
import { type TradingStatus, watch } from './market-stream.js';
import { createNewOrders } from './new-orders.js';
import { loadList, takeNewRows } from './new-rows.js';
import { describeAnswer, showSignedOut } from './order-answers.js';
import {
  fetchPage,
  findElement,
  findLink,
  getCell,
  getElement,
  getField,
  isPlainClick,
  listRows,
  loadPage,
  parsePage,
  toFormBody,
} from './page-parts.js';

const blotter = getElement('#blotter');
const news = getElement('[data-news]');
const findRow = (id: number): HTMLTableRowElement | null =>
  document.getElementById(`o${id}`) as HTMLTableRowElement | null;
const fresh = createNewOrders(blotter, news, { isListed: (id) => findRow(id) !== null, insertRow });

const states: Readonly<Record<string, string>> = {
  New: 'Open',
  PartiallyFilled: 'Part filled',
  PendingTrigger: 'Waits for stop',
  Filled: 'Filled',
  Cancelled: 'Canceled',
  Expired: 'Expired',
  Rejected: 'Rejected',
};
const badgeKinds: Readonly<Record<string, string>> = { Open: ' warn', Filled: ' good', Rejected: ' bad' };
const types: Readonly<Record<string, string>> = {
  Limit: 'Limit',
  Market: 'Market',
  Stop: 'Stop',
  StopLimit: 'Stop limit',
};
const PRICES = new Set(['limit_price', 'stop_price', 'average_price']);
const FIGURES = new Set(['quantity', 'filled_quantity', ...PRICES]);

/* ---- rows that change ------------------------------------------------------------------------------------------------ */

const countDecimals = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') : 0);

/** Which column is which, and how much stands right of the point in the figures of each. */
let fields = new Map<string, number>();
const widest = new Map<string, number>();
const LOOKED_AT = 200;

/** Columns that the user has hidden have no cell. */
const findCell = (row: HTMLTableRowElement, field: string): HTMLTableCellElement | null =>
  row.cells[fields.get(field) ?? -1] ?? null;

const readFigure = (row: HTMLTableRowElement, field: string): string => findCell(row, field)?.textContent ?? '';

function readHead(): void {
  fields = new Map(
    [...blotter.querySelectorAll<HTMLElement>('thead th')].map((head, index) => [head.dataset.f ?? '', index]),
  );
  const rows = listRows(blotter, 'tbody > tr').slice(0, LOOKED_AT);
  for (const field of FIGURES)
    widest.set(field, Math.max(0, ...rows.map((row) => countDecimals(readFigure(row, field)))));
}

readHead();

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
    if (row) show(row, order);
    else fresh.announce(order);
  }
}

function show(row: HTMLTableRowElement, order: OrderEventData): void {
  if (Number(row.dataset.v) >= order.revision) return;
  row.dataset.v = String(order.revision);
  for (const field of FIGURES) showFigure(row, field, order[field] ?? null);
  showState(row, order);
  if (order.status !== 'Open') finish(row);
}

function showState(row: HTMLTableRowElement, order: OrderEventData): void {
  const { state, status, order_type, time_in_force, updated_at } = order;
  const badge = findCell(row, 'state')?.querySelector<HTMLElement>('.badge');
  if (badge && setText(badge, states[state] ?? state)) badge.className = `badge${badgeKinds[status] ?? ''}`;
  const type = findCell(row, 'order_type');
  if (type) setText(type, `${types[String(order_type)] ?? ''} ${String(time_in_force)}`);
  const time = findCell(row, 'updated_at')?.querySelector('time');
  if (time) setTime(time, String(updated_at));
}

/** A figure stays under the point of its column. */
function showFigure(row: HTMLTableRowElement, field: string, value: string | number | null): void {
  const cell = findCell(row, field);
  const text = toFigure(field, value, Number(row.dataset.d));
  if (!cell || !setText(cell, text)) return;
  const missing = text === '' ? 0 : Math.max(0, (widest.get(field) ?? 0) - countDecimals(text));
  const padding = missing === 0 ? '' : text.includes('.') ? ` short-${missing}` : ` short-${missing - 1} whole`;
  const [, kind = ''] = /^n( [flsa])\b/.exec(cell.className) ?? [];
  cell.className = `n${kind}${padding}`;
}

/** A price has as many decimals as the ticks of its instrument, or more. */
function toFigure(field: string, value: string | number | null, decimals: number): string {
  if (value === null) return '';
  return PRICES.has(field) ? formatPrice(String(value), decimals) : String(value);
}

/** Removes the actions that are no longer possible; a reader who was about to use one keeps the focus on the order itself. */
function finish(row: HTMLTableRowElement): void {
  row.classList.remove('open');
  const cell = getCell(row, fields.get('actions'));
  if (cell.contains(document.activeElement)) getElement('a', row).focus();
  cell.replaceChildren();
}

/* ---- orders that are new --------------------------------------------------------------------------------------------- */

/** The list anew, without another page: what was unfolded and typed stays. */
news.addEventListener('click', (event) => {
  const link = findLink(event);
  if (link?.href !== location.href || event.ctrlKey || event.metaKey) return;
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

function replaceList(there: HTMLElement): void {
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

/* ---- canceling and changing in place ---------------------------------------------------------------------------------- */

type FormAnswer = Readonly<{ isSignedOut: boolean; isDone: boolean; page: Document | null }>;

/** Sends a form, and follows to the order's own page, which is light and says what happened. */
async function send(form: HTMLFormElement, more: Readonly<Record<string, string>>): Promise<FormAnswer> {
  const body = toFormBody(form);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  const answer = await fetchPage(form.action, { method: 'POST', body });
  const page = parsePage(await answer.text());
  const isSignedOut = answer.status === 401;
  if (isSignedOut) showSignedOut(news, page);
  return { isSignedOut, isDone: answer.ok && answer.redirected, page };
}

const noAnswer = (): FormAnswer => ({ isSignedOut: false, isDone: false, page: null });

blotter.addEventListener('submit', (event) => {
  const { target: form, submitter: button } = event;
  if (!(form instanceof HTMLFormElement) || form.id !== 'cancel' || !(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  if (button.getAttribute('aria-disabled') !== 'true') void cancelOrder(form, button);
});

async function cancelOrder(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  button.setAttribute('aria-disabled', 'true');
  const { isDone, isSignedOut, page } = await send(form, {
    order_id: button.value,
    _back: `/orders/${button.value}`,
  }).catch(noAnswer);
  if (!isSignedOut) news.textContent = page === null ? 'There was no answer.' : describeAnswer(page);
  if (!isDone) button.removeAttribute('aria-disabled');
}

const dialog = document.createElement('dialog');
dialog.className = 'change-dialog';
dialog.setAttribute('aria-label', 'Modify order');
getElement('main').append(dialog);

blotter.addEventListener('click', (event) => {
  const link = findLink(event, 'a[href$="/modification"]');
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  void loadPage(link.href).then((page) => {
    if (!showChangeForm(page)) location.assign(link.href);
  });
});

/** Puts the form of that page into the dialog; false where it has none. */
function showChangeForm(page: Document | null): boolean {
  const form = page?.querySelector<HTMLFormElement>('form.change');
  if (!form) return false;
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Leave it' });
  close.addEventListener('click', () => dialog.close());
  const leave = findElement('[data-leave]', form);
  if (leave) leave.replaceWith(close);
  else getElement('.actions', form).append(' ', close);
  const title = Object.assign(document.createElement('h2'), { textContent: form.getAttribute('aria-label') });
  dialog.replaceChildren(title, form);
  if (!dialog.open) dialog.showModal();
  (leave ? close : (findElement('[aria-invalid]', form) ?? getField(form, 'quantity'))).focus();
  return true;
}

dialog.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.target;
  if (form instanceof HTMLFormElement && form.getAttribute('aria-busy') !== 'true') void changeOrder(form);
});

async function changeOrder(form: HTMLFormElement): Promise<void> {
  form.setAttribute('aria-busy', 'true');
  if (getField(form, 'time_in_force').value !== 'GTD') getField(form, 'expire_date').value = '';
  const { isDone, isSignedOut, page } = await send(form, {}).catch(noAnswer);
  form.removeAttribute('aria-busy');
  if (!isDone && !isSignedOut && showChangeForm(page)) return;
  dialog.close();
  if (!isSignedOut)
    news.textContent = page
      ? describeAnswer(page)
      : 'There was no answer. Look at the order before you change it again.';
}

/* ---- the rest of the list ---------------------------------------------------------------------------------------------- */

/** The next page behind this one; false where it has other columns, or did not come. */
async function append(link: HTMLAnchorElement): Promise<boolean> {
  const page = await loadPage(link.href);
  const body = page && findElement('#blotter tbody', page);
  if (!body || findElement('#blotter thead', page)?.textContent !== findElement('thead', blotter)?.textContent)
    return false;
  const rows = listRows(body, ':scope > tr').filter((row) => !document.getElementById(row.id));
  formatTimes(body);
  getElement('tbody', blotter).append(...rows);
  const next = page.querySelector<HTMLAnchorElement>('.next a');
  if (next) link.href = next.href;
  else link.remove();
  news.textContent = `${listRows(blotter, 'tbody tr').length} orders are shown.`;
  rows[0]?.querySelector('a')?.focus();
  return true;
}

findElement('.toolbar')?.addEventListener('click', (event) => {
  const link = findLink(event, '.next a');
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  void append(link).then((isAppended) => {
    if (!isAppended) location.assign(link.href);
  });
});

/* ---- whether it trades ---------------------------------------------------------------------------------------------------- */

/** Where something of the list works; what cannot be done while nothing trades stands in every row. */
const markets = JSON.parse(blotter.dataset.markets ?? '{}') as Record<string, string>;

function showStatus({ instrument_id: id, status }: TradingStatus): void {
  if (markets[id] !== status) refresh('#pauses', '#blotter');
  markets[id] = status;
}

const marketIds = Object.keys(markets).map(Number).slice(0, 200);
if (marketIds.length > 0) watch({ ids: marketIds, sides: ['Last'], onStatus: showStatus }, () => undefined);

onEvents(ORDER_STATE_EVENTS, applyOrderEvent);
onGap(() => refresh('#pauses', '#blotter'));
document.addEventListener('htmx:after:swap', () => {
  readHead();
  fresh.settle();
});
