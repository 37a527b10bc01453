/* A watchlist, live: figures change where they stand, and a row is moved or removed without a new page. */
import { formatTimes } from './kontor.js';
import { onEvents, onGap, refresh } from './live.js';
import { setText } from './live-cells.js';
import { groupByFrame, showChange, showState, toChange, toPriceText } from './market.js';
import { type StreamItem, type StreamSide, type TradingStatus, watch } from './market-stream.js';
import { fetchPage, findElement, getElement, parsePage, toFormBody } from './page-parts.js';

/** The fields of each side. */
const PRICES: Readonly<Partial<Record<StreamSide, string>>> = {
  Last: 'last',
  Buy: 'bid',
  Sell: 'offer',
  High: 'high',
  Low: 'low',
};
const SIDES: readonly StreamSide[] = ['Last', 'Buy', 'Sell', 'High', 'Low', 'Volume'];

const findRow = (id: number): HTMLElement | null => findElement(`#watchlist #i${id}`);
const findField = (row: HTMLElement, field: string): HTMLElement | null => findElement(`[data-field="${field}"]`, row);

function draw({ instrument_id: id, side, price, quantity }: StreamItem): void {
  const row = findRow(id);
  if (row === null) return;
  const field = side === 'Volume' ? 'volume' : PRICES[side];
  const cell = field === undefined ? null : findField(row, field);
  const decimals = Number(row.dataset.d);
  const text = side === 'Volume' ? String(quantity ?? '') : toPriceText(price, decimals);
  if (cell !== null) setText(cell, text);
  if (side === 'Last') drawChange(row, price, decimals);
}

function drawChange(row: HTMLElement, last: number | null, decimals: number): void {
  const { points, percent } = toChange(last, row.dataset.c ?? '', decimals);
  for (const [field, text] of [
    ['change', points],
    ['percent', percent],
  ] as const) {
    const cell = findField(row, field);
    if (cell !== null) showChange(cell, text, 'n');
  }
}

/* ---- what is watched ------------------------------------------------------------------------------------------------------ */

/** The last update of each side: a reloaded row is older than what arrived while it loaded. */
const newest = new Map<string, StreamItem>();
const statuses = new Map<number, string>();
const followed = new Set<number>();
const drawSoon = groupByFrame(draw);

function receive(item: StreamItem): void {
  newest.set(`${item.instrument_id} ${item.side}`, item);
  drawSoon(item);
}

/** The badge of a status, and what the day is measured from, come from the page itself. */
function showStatus({ instrument_id: id, status }: TradingStatus): void {
  const before = statuses.get(id);
  statuses.set(id, status);
  const row = findRow(id);
  const isUsual = status === 'Open' || status === 'Closed';
  const shown = row === null ? null : (findElement('.badge', row)?.textContent ?? null);
  if ((before !== undefined && before !== status) || shown !== (isUsual ? null : status.toLowerCase())) drawAnew();
}

function followRows(): void {
  const ids = [...document.querySelectorAll('#watchlist tr[id]')]
    .map(({ id }) => Number(id.slice(1)))
    .filter((id) => !followed.has(id));
  for (const id of ids) followed.add(id);
  if (ids.length > 0) watch({ ids, sides: SIDES, onStatus: showStatus }, receive);
}

function completeRows(): void {
  for (const item of newest.values()) draw(item);
  followRows();
}

const drawAnew = (): void => refresh('#watchlist');

/* ---- rows are moved and removed -------------------------------------------------------------------------------------------- */

/** Sends a form, and puts the list of the page that answers in place of the one that stands here. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const answer = await fetchPage(form.action, { method: 'POST', body: toFormBody(form, submitter) }).catch(() => null);
  const page = answer === null ? null : parsePage(await answer.text());
  const list = page && findElement('#watchlist', page);
  const said = getElement('#said');
  said.textContent = list
    ? ''
    : (page?.querySelector('.refusal, .problem .lead')?.textContent ??
      'Whether it was done is not known: the service did not answer. Load the page again.');
  said.classList.toggle('failed', !list);
  if (!list) return;
  formatTimes(list);
  getElement('#watchlist').replaceWith(list);
  completeRows();
}

/** The row that has the focus keeps it; of a removed row, the next one gets it. */
async function sendRow(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const row = button.closest('tr');
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling;
  const hadFocus = document.activeElement === row;
  await send(form, button);
  const target = [row, neighbor].flatMap((one) => document.getElementById(one?.id ?? '') ?? [])[0];
  if (target !== undefined) focusIn(target, hadFocus ? null : button.value);
}

/** On the button of this value or, without one, on the row. */
function focusIn(row: HTMLElement, value: string | null): void {
  const button = value === null ? null : findElement(`[value="${value}"]`, row);
  if (button === null) row.tabIndex = -1;
  (button ?? row).focus();
}

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  const isRow = form.closest('#watchlist') !== null;
  if (!isRow && !form.action.endsWith('/instruments')) return;
  event.preventDefault();
  if (form.getAttribute('aria-busy') === 'true') return;
  form.setAttribute('aria-busy', 'true');
  const work = isRow && submitter instanceof HTMLButtonElement ? sendRow(form, submitter) : sendSymbol(form);
  void work.finally(() => form.removeAttribute('aria-busy'));
});

async function sendSymbol(form: HTMLFormElement): Promise<void> {
  await send(form, null);
  if (getElement('#said').textContent === '') form.reset();
}

showState(getElement('#pulse'));
followRows();
document.addEventListener('htmx:after:swap', completeRows);
onEvents(['fill', 'position.changed'], drawAnew);
onGap(drawAnew);
