/* The list of orders, live: a row changes where it stands, a new order takes its place above the others, and orders are changed and canceled in place. */
import { formatTimes } from './kontor.js';
import { onEvents, onGap, refresh, setText } from './live.js';
import { watch } from './market-stream.js';
import { newOrders } from './new-orders.js';
import { askList, takeNewRows } from './new-rows.js';
import { showSignedOut, describeAnswer } from './order-answers.js';

const blotter = document.querySelector('#blotter');
const news = document.querySelector('[data-news]');
const findRow = (id) => document.getElementById(`o${id}`);
const fresh = newOrders(blotter, news, { isListed: (id) => findRow(id) !== null, insertRow });
const TYPES = ['accepted', 'rejected', 'modified', 'triggered', 'traded', 'cancelled', 'expired'].map(
  (what) => `order.${what}`,
);

const states = {
  New: 'Open',
  PartiallyFilled: 'Part filled',
  PendingTrigger: 'Waits for stop',
  Filled: 'Filled',
  Cancelled: 'Canceled',
  Expired: 'Expired',
  Rejected: 'Rejected',
};
const badgeKinds = { Open: ' warn', Filled: ' good', Rejected: ' bad' };
const types = { Limit: 'Limit', Market: 'Market', Stop: 'Stop', StopLimit: 'Stop limit' };
const PRICES = new Set(['limit_price', 'stop_price', 'average_price']);
const FIGURES = new Set(['quantity', 'filled_quantity', ...PRICES]);

/* ---- rows that change ------------------------------------------------------------------------------------------------ */

const countDecimals = (text) => (text.includes('.') ? text.length - text.indexOf('.') : 0);

/** Which column is which, and how much stands right of the point in the figures of each. */
let fields = new Map();
const widest = new Map();
const LOOKED_AT = 200;

function readHead() {
  fields = new Map([...blotter.querySelectorAll('thead th')].map((th, index) => [th.dataset.f, index]));
  const rows = [...(blotter.querySelector('tbody')?.rows ?? [])].slice(0, LOOKED_AT);
  for (const field of FIGURES)
    widest.set(
      field,
      Math.max(0, ...rows.map((row) => countDecimals(row.cells[fields.get(field)]?.textContent ?? ''))),
    );
}

readHead();

/** Events come in bursts; what has happened to a row is shown once before the next picture. */
const waiting = new Map();

function applyOrderEvent({ data }) {
  fresh.begin(data);
  const known = waiting.get(data.id);
  if (!known || known.revision < data.revision) waiting.set(data.id, data);
  if (waiting.size === 1) requestAnimationFrame(showAll);
}

function showAll() {
  const orders = [...waiting.values()];
  waiting.clear();
  for (const order of orders) {
    const row = findRow(order.id);
    if (row) show(row, order);
    else fresh.announce(order);
  }
}

function show(row, order) {
  if (Number(row.dataset.v) >= order.revision) return;
  row.dataset.v = order.revision;
  for (const field of FIGURES) figure(row, field, order[field]);
  const badge = row.cells[fields.get('state')].firstElementChild;
  if (setText(badge, states[order.state])) badge.className = `badge${badgeKinds[order.status] ?? ''}`;
  setText(row.cells[fields.get('order_type')], `${types[order.order_type]} ${order.time_in_force}`);
  const time = row.cells[fields.get('updated_at')].firstElementChild;
  time.dateTime = order.updated_at;
  time.textContent = `${order.updated_at.slice(0, 19).replace('T', ' ')} UTC`;
  delete time.dataset.utc;
  formatTimes(row);
  if (order.status !== 'Open') finish(row);
}

/** A price has as many decimals as the ticks of its instrument, or more. */
function formatPriceCell(text, decimals) {
  const [whole, digits = ''] = text.split('.');
  return decimals === 0 && digits === '' ? whole : `${whole}.${digits.padEnd(decimals, '0')}`;
}

/** A figure stays under the point of its column. */
function figure(row, field, value) {
  const cell = row.cells[fields.get(field)];
  const text =
    value === null ? '' : PRICES.has(field) ? formatPriceCell(String(value), Number(row.dataset.d)) : String(value);
  if (!cell || !setText(cell, text)) return;
  const push = text === '' ? 0 : Math.max(0, (widest.get(field) ?? 0) - countDecimals(text));
  const [, what = ''] = /^n( [flsa])\b/.exec(cell.className) ?? [];
  cell.className = `n${what}${push > 0 ? ` short-${push}` : ''}`;
}

/** Removes the actions that are no longer possible; a reader who was about to use one keeps the focus on the order itself. */
function finish(row) {
  row.classList.remove('open');
  const cell = row.cells[fields.get('actions')];
  if (cell.contains(document.activeElement)) row.querySelector('a').focus();
  cell.replaceChildren();
}

/* ---- orders that are new --------------------------------------------------------------------------------------------- */

/** The list anew, without another page: what was unfolded and typed stays. */
news.addEventListener('click', async (event) => {
  const way = event.target.closest('a');
  if (way?.href !== location.href || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const sought = fresh.sought();
  if (await reload()) {
    news.textContent = 'The list is up to date.';
    fresh.settle(sought);
    blotter.querySelector('.scroll')?.focus();
  } else location.reload();
});

function replaceList(there) {
  blotter.replaceChildren(...there.childNodes);
  readHead();
  formatTimes(blotter);
}

async function reload() {
  const there = await askList();
  if (there !== null) replaceList(there);
  return there !== null;
}

/** New orders, by themselves. Where that would take the focus, or fails, the way to them stays. */
async function insertRow() {
  const sought = fresh.sought();
  const there = await askList();
  if (there === null || (!takeNewRows(blotter, there) && blotter.contains(document.activeElement))) return false;
  if (sought.some((id) => findRow(id) === null && there.querySelector(`#o${id}`) !== null)) replaceList(there);
  readHead();
  fresh.settle(sought);
  news.textContent =
    sought.length === 1 ? 'A new order is in the list.' : `${sought.length} new orders are in the list.`;
  return true;
}

/* ---- canceling and changing in place ---------------------------------------------------------------------------------- */

/** Sends a form, and follows to the order's own page, which is light and says what happened. */
async function send(form, more) {
  const body = new URLSearchParams(new FormData(form));
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  const answer = await fetch('/orders/ticket', {
    method: 'POST',
    headers: { accept: 'text/html', prefer: 'status=401' },
    body,
  });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const isOut = answer.status === 401;
  if (isOut) showSignedOut(news, page);
  return { isOut, isDone: answer.ok && answer.redirected, page };
}

blotter.addEventListener('submit', async (event) => {
  const { target: form, submitter: button } = event;
  if (form.id !== 'cancel' || !button) return;
  event.preventDefault();
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  const { isDone, isOut, page } = await send(form, { order_id: button.value, _back: `/orders/${button.value}` }).catch(
    () => ({ isDone: false, page: document.implementation.createHTMLDocument() }),
  );
  if (!isOut) news.textContent = describeAnswer(page);
  if (!isDone) button.removeAttribute('aria-disabled');
});

const dialog = document.createElement('dialog');
dialog.className = 'change-dialog';
dialog.setAttribute('aria-label', 'Modify order');
document.querySelector('main').append(dialog);

blotter.addEventListener('click', async (event) => {
  const link = event.target.closest('a[href$="/modification"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const answer = await fetch(link.href, { headers: { accept: 'text/html', prefer: 'status=401' } }).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
  if (!ask(page)) location.assign(link.href);
});

/** Puts the form of that page into the dialog; false where it has none. */
function ask(page) {
  const form = page?.querySelector('form.change');
  if (!form) return false;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = 'Leave it';
  close.addEventListener('click', () => dialog.close());
  form.querySelector('.actions').append(' ', close);
  const title = document.createElement('h2');
  title.textContent = form.getAttribute('aria-label');
  dialog.replaceChildren(title, form);
  if (!dialog.open) dialog.showModal();
  (form.querySelector('[aria-invalid]') ?? form.elements.quantity).focus();
  return true;
}

dialog.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  if (form.getAttribute('aria-busy') === 'true') return;
  form.setAttribute('aria-busy', 'true');
  if (form.elements.time_in_force.value !== 'GTD') form.elements.expire_date.value = '';
  const { isDone, isOut, page } = await send(form, {}).catch(() => ({ isDone: false, page: null }));
  form.removeAttribute('aria-busy');
  if (!isDone && !isOut && page && ask(page)) return;
  dialog.close();
  if (!isOut)
    news.textContent = page
      ? describeAnswer(page)
      : 'There was no answer. Look at the order before you change it again.';
});

/* ---- the rest of the list ---------------------------------------------------------------------------------------------- */

/** The next page behind this one; false where it has other columns, or did not come. */
async function append(link) {
  const answer = await fetch(link.href, { headers: { accept: 'text/html', prefer: 'status=401' } }).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
  const body = page?.querySelector('#blotter tbody');
  if (!body || page.querySelector('#blotter thead').textContent !== blotter.querySelector('thead').textContent)
    return false;
  const rows = [...body.rows].filter((row) => !document.getElementById(row.id));
  formatTimes(body);
  blotter.querySelector('tbody').append(...rows);
  const next = page.querySelector('.next a');
  if (next) link.href = next.href;
  else link.remove();
  news.textContent = `${blotter.querySelectorAll('tbody tr').length} orders are shown.`;
  rows[0]?.querySelector('a').focus();
  return true;
}

document.querySelector('.toolbar')?.addEventListener('click', async (event) => {
  const link = event.target.closest('.next a');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!(await append(link))) location.assign(link.href);
});

/* ---- whether it trades ---------------------------------------------------------------------------------------------------- */

/** Where something of the list works; what cannot be done while nothing trades stands in every row. */
const markets = JSON.parse(blotter.dataset.markets);

function showStatus({ instrument_id: id, status }) {
  if (markets[id] !== status) refresh('#pauses', '#blotter');
  markets[id] = status;
}

if (Object.keys(markets).length > 0)
  watch(
    { ids: Object.keys(markets).map(Number).slice(0, 200), sides: ['Last'], onStatus: showStatus },
    () => undefined,
  );

onEvents(TYPES, applyOrderEvent);
onGap(() => refresh('#pauses', '#blotter'));
document.addEventListener('htmx:after:swap', () => {
  readHead();
  fresh.settle();
});
