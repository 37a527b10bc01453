/* A watchlist, live: figures change where they stand, and a row is moved or removed without a new page. */
import { formatTimes } from './kontor.js';
import { onEvents, onGap } from './live/live.js';
import { setText } from './live/live-cells.js';
import { groupByFrame, showChange, showState, toChange, toPriceText } from './market.js';
import { type StreamItem, type StreamSide, type TradingStatus, watch } from './live/market-stream.js';
import { findElement, getElement, postForm, toFormBody } from './page-parts.js';
import { refresh } from './page-refresh.js';

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
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Document | null> {
  const page = (await postForm(form.action, toFormBody(form, submitter)))?.page;
  const list = page && findElement('#watchlist', page);
  const said = getElement('#said');
  said.textContent = list
    ? ''
    : (page?.querySelector('.refusal, .problem .lead')?.textContent ??
      'Whether it was done is not known: the service did not answer. Load the page again.');
  said.classList.toggle('failed', !list);
  if (!list) return null;
  formatTimes(list);
  getElement('#watchlist').replaceWith(list);
  completeRows();
  return page;
}

/** A step of a row, by the value of its button: the buttons themselves are replaced with every answer. */
type Step = Readonly<{ row: string; value: string; isByKey: boolean }>;

/** Steps that were pressed while another was under way. Each is sent from the list that the one before has left. */
const steps: Step[] = [];
let isSending = false;

async function sendSteps(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (let step = steps.shift(); step !== undefined; step = steps.shift()) await sendStep(step);
  } finally {
    isSending = false;
  }
}

/** The row that has the focus keeps it; of a removed row, the next one gets it. */
async function sendStep({ row: id, value, isByKey }: Step): Promise<void> {
  const button = findElement(`#watchlist [name="row"][value="${value}"]`);
  if (!(button instanceof HTMLButtonElement)) return;
  const row = button.closest('tr');
  if (row === null || button.form === null) return;
  const neighbor = row.nextElementSibling ?? row.previousElementSibling;
  const symbol = getElement('a', row).textContent;
  if ((await send(button.form, button)) !== null) getElement('#said').textContent = describeStep(id, symbol);
  focusNear(id, neighbor?.id, isByKey ? null : value);
}

function focusNear(id: string, neighborId: string | undefined, value: string | null): void {
  const target = [id, neighborId ?? ''].flatMap((one) => document.getElementById(one) ?? [])[0];
  if (target !== undefined) focusIn(target, value);
}

/** Where the row is now, for a reader who does not see it. */
function describeStep(id: string, symbol: string): string {
  const rows = [...document.querySelectorAll('#watchlist tbody tr')];
  const place = rows.findIndex((row) => row.id === id) + 1;
  return place === 0 ? `${symbol} was removed.` : `${symbol} is now at place ${place} of ${rows.length}.`;
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
  const isStep = submitter instanceof HTMLButtonElement && form.closest('#watchlist') !== null;
  if (isStep) addStep(submitter);
  else if (form.id === 'columns' && submitter instanceof HTMLButtonElement)
    void sendOnce(form, () => sendColumn(form, submitter));
  else if (form.action.endsWith('/instruments')) void sendOnce(form, () => sendSymbol(form));
  else return;
  event.preventDefault();
});

function addStep(button: HTMLButtonElement): void {
  const row = button.closest('tr');
  steps.push({ row: row?.id ?? '', value: button.value, isByKey: document.activeElement === row });
  void sendSteps();
}

async function sendOnce(form: HTMLFormElement, work: () => Promise<void>): Promise<void> {
  if (form.getAttribute('aria-busy') === 'true') return;
  form.setAttribute('aria-busy', 'true');
  try {
    await work();
  } finally {
    form.removeAttribute('aria-busy');
  }
}

async function sendSymbol(form: HTMLFormElement): Promise<void> {
  const page = await send(form, null);
  if (page === null) return;
  form.reset();
  getElement('#said').textContent = page.querySelector('.flash')?.textContent ?? '';
}

/** The column that was moved keeps the focus, on its other button where it has reached the end. */
async function sendColumn(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const page = await send(form, button);
  const list = page && findElement('#columns ol', page);
  if (!list) return;
  getElement('ol', form).replaceWith(list);
  const [column = ''] = button.value.split(' ');
  const buttons = [...list.querySelectorAll<HTMLButtonElement>(`[value^="${column} "]:enabled`)];
  (buttons.find(({ value }) => value === button.value) ?? buttons[0])?.focus();
}

showState(getElement('#pulse'));
followRows();
document.addEventListener('htmx:after:swap', completeRows);
onEvents(['fill', 'position.changed'], drawAnew);
onGap(drawAnew);
