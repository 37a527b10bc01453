/* Rows of the list of orders that change where they stand. */
import { formatAverage, formatPrice } from '../../money/price-text.js';
import type { OrderEventData } from '../live/live.js';
import { setText, setTime } from '../live/live-cells.js';
import { findElement, getCell, getElement, listRows } from '../page-parts.js';

const blotter = getElement('#blotter');

const states: Readonly<Record<string, string>> = {
  New: 'open',
  PartiallyFilled: 'partially filled',
  PendingTrigger: 'waits for stop',
  Filled: 'filled',
  Cancelled: 'canceled',
  Expired: 'expired',
  Rejected: 'rejected',
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

const countDecimals = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') : 0);

/** The column by which the list is sorted. */
let sortedField = '';
/** Which column is which, and how much stands right of the point in the figures of each. */
let fields = new Map<string, number>();
const widest = new Map<string, number>();
const LOOKED_AT = 200;

/** Columns that the user has hidden have no cell. */
const findCell = (row: HTMLTableRowElement, field: string): HTMLTableCellElement | null =>
  row.cells[fields.get(field) ?? -1] ?? null;

const readFigure = (row: HTMLTableRowElement, field: string): string => findCell(row, field)?.textContent ?? '';

/** Once the list has come, or come anew. */
export function readHead(): void {
  fields = new Map(
    [...blotter.querySelectorAll<HTMLElement>('thead th')].map((head, index) => [head.dataset.f ?? '', index]),
  );
  sortedField = findElement('thead th[aria-sort]', blotter)?.dataset.f ?? '';
  const rows = listRows(blotter, 'tbody > tr').slice(0, LOOKED_AT);
  for (const field of FIGURES)
    widest.set(field, Math.max(0, ...rows.map((row) => countDecimals(readFigure(row, field)))));
}

/** Shows how an order is by now, unless its row is newer. True if the row may belong to another place of a sorted list. */
export function showOrder(row: HTMLTableRowElement, order: OrderEventData): boolean {
  if (Number(row.dataset.v) >= order.revision) return false;
  row.dataset.v = String(order.revision);
  const before = readFigure(row, sortedField);
  for (const field of FIGURES) showFigure(row, field, order[field] ?? null);
  showState(row, order);
  if (order.status !== 'Open') finish(row);
  return FIGURES.has(sortedField) && readFigure(row, sortedField) !== before;
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
  if (field === 'average_price') cell.title = toExactTitle(value, text);
  const missing = text === '' ? 0 : Math.max(0, (widest.get(field) ?? 0) - countDecimals(text));
  const padding = missing === 0 ? '' : text.includes('.') ? ` short-${missing}` : ` short-${missing - 1} whole`;
  const [, kind = ''] = /^n( [flsa])\b/.exec(cell.className) ?? [];
  cell.className = `n${kind}${padding}`;
}

/** What an average lacks of its digits. */
const toExactTitle = (value: string | number | null, text: string): string =>
  String(value ?? '').length > text.length ? String(value) : '';

/** A price has as many decimals as the ticks of its instrument, or more. */
function toFigure(field: string, value: string | number | null, decimals: number): string {
  if (value === null) return '';
  if (field === 'average_price') return formatAverage(String(value), decimals);
  return PRICES.has(field) ? formatPrice(String(value), decimals) : String(value);
}

/** Removes the actions that are no longer possible; a reader who was about to use one keeps the focus on the order itself. */
function finish(row: HTMLTableRowElement): void {
  row.classList.remove('open');
  const cell = getCell(row, fields.get('actions'));
  if (cell.contains(document.activeElement)) getElement('a', row).focus();
  cell.replaceChildren();
}
