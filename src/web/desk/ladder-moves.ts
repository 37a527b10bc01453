/*
 * Working orders are moved in the ladder to another price, by keys or by dragging: a modification of each order at the price that they are moved from. Without this
 * file, an order is modified by its form.
 */
import { type Outcome, post } from '../at-once.js';
import { toMarkTitle } from '../../marketdata/ladder-window.js';
import { findRow, formatRowPrice, readOwnMark, readTicks, toRow } from './ladder.js';
import { findTarget, getElement, listRows } from '../page-parts.js';
import { ask } from './question.js';

/** An order, and the price of it that a modification changes. */
type MovableOrder = Readonly<{ id: string; price: 'limit_price' | 'stop_price' }>;

type Move = { readonly from: number; to: number; readonly orders: readonly MovableOrder[] };

const ladder = getElement('#ladder');
const OWN = 'tbody td:first-child';
const HOW_TO_MOVE = 'Arrow keys or dragging move it, Enter sends';
let move: Move | null = null;

const readOrderId = (row: HTMLTableRowElement): string | undefined =>
  /\/(\d+)\/modification$/.exec(row.querySelector('a[href$="/modification"]')?.getAttribute('href') ?? '')?.[1];

/** The orders of the list of working orders that can be modified, by their limit and stop prices in ticks. */
function readMovable(): ReadonlyMap<number, readonly MovableOrder[]> {
  const found = new Map<number, MovableOrder[]>();
  for (const row of listRows(getElement('#mine'), 'tr:has(a[href$="/modification"])')) {
    const id = readOrderId(row);
    if (id === undefined) continue;
    for (const shown of row.querySelectorAll<HTMLElement>('[data-price]')) {
      const ticks = toRow(Number(shown.textContent));
      const price = shown.dataset.price as MovableOrder['price'];
      found.set(ticks, [...(found.get(ticks) ?? []), { id, price }]);
    }
  }
  return found;
}

const findOwnRow = (event: Event): HTMLTableRowElement | null =>
  findTarget(event, OWN)?.closest<HTMLTableRowElement>('tr') ?? null;

function begin(row: HTMLTableRowElement | null): Move | null {
  const from = row === null ? null : readTicks(row);
  const orders = from === null ? [] : (readMovable().get(from) ?? []);
  return from === null || orders.length === 0 ? null : { from, to: from, orders };
}

/** Cells with orders take the focus, and the row that an order would be moved to is marked. Nothing is written that stands there already: it is drawn with every change of the book. */
function draw(): void {
  const movable = readMovable();
  isDrawing = true;
  for (const cell of ladder.querySelectorAll<HTMLTableCellElement>(OWN)) {
    const row = cell.closest<HTMLTableRowElement>('tr');
    const ticks = row === null ? null : readTicks(row);
    const isMovable = ticks !== null && cell.textContent !== '' && movable.has(ticks);
    if (isMovable !== cell.hasAttribute('tabindex')) setMovable(cell, isMovable);
    setTitle(cell, describeMark(ticks, isMovable));
    row?.toggleAttribute('data-target', move !== null && move.to !== move.from && ticks === move.to);
  }
  followFocused();
  isDrawing = false;
  followMoved();
}

function describeMark(ticks: number | null, isMovable: boolean): string {
  const words = ticks === null ? '' : toMarkTitle(readOwnMark(ticks));
  return isMovable ? `${words} ${HOW_TO_MOVE}`.trim() : words;
}

function setTitle(cell: HTMLTableCellElement, title: string): void {
  if (cell.title !== title) cell.title = title;
}

/** The price of the order that has the focus. When the market moves the rows, the focus goes with it, and a move goes on. */
let focused: number | null = null;
/** A cell that can take the focus no longer loses it at once. */
let isDrawing = false;

function followFocused(): void {
  if (focused === null) return;
  const cell = findRow(focused)?.cells[0];
  if (cell?.hasAttribute('tabindex') === true) {
    if (cell !== document.activeElement) cell.focus({ preventScroll: true });
    return;
  }
  focused = null;
  end();
}

function leaveCell(): void {
  if (isDrawing) return;
  focused = null;
  end();
}

/** Where the order that was moved last arrives. */
let destination: number | null = null;

/** The focus goes with the order, unless the reader has gone elsewhere meanwhile. */
function followMoved(): void {
  const row = destination === null ? null : findRow(destination);
  const cell = row?.cells[0];
  if (cell?.hasAttribute('tabindex') !== true) return;
  destination = null;
  const { activeElement } = document;
  if (activeElement === document.body || ladder.contains(activeElement)) cell.focus({ preventScroll: true });
}

function setMovable(cell: HTMLTableCellElement, isMovable: boolean): void {
  if (isMovable) cell.tabIndex = 0;
  else cell.removeAttribute('tabindex');
}

/** How long the result of a move stands where the sizes of a click are otherwise. */
const RESULT_MS = 4_000;
let forgetting: number | undefined;

function say(words: string): void {
  clearTimeout(forgetting);
  getElement('#moving').textContent = words;
}

function sayResult(words: string): void {
  say(words);
  forgetting = window.setTimeout(say, RESULT_MS, '');
}

function aim(ticks: number, how: string): void {
  if (move === null || findRow(ticks) === null) return;
  move.to = ticks;
  say(move.to === move.from ? '' : `To ${formatRowPrice(move.to)}: ${how}`);
  draw();
}

/** The pointer is beside the ladder. */
function leave(): void {
  if (move === null) return;
  aim(move.from, '');
  say('Release to change nothing');
}

function end(): Move | null {
  const ended = move;
  if (ended === null) return null;
  move = null;
  say('');
  draw();
  return ended;
}

/** A move that was given up. */
function stay(ended: Move | null): void {
  if (ended !== null) sayResult(`Stays at ${formatRowPrice(ended.from)}`);
}

/** One after another: each answer is shown, and a refusal ends it. */
async function send(ended: Move | null, update: () => void): Promise<void> {
  if (ended === null || ended.to === ended.from) return;
  destination = ended.to;
  const isMoved = await sendOrders(ended);
  sayResult(`${isMoved ? 'Moved' : 'Not moved'} to ${formatRowPrice(ended.to)}`);
  if (!isMoved) destination = ended.from;
  followMoved();
  update();
}

/** A price at which the orders would trade at once is asked about once. */
async function sendOrders({ orders, to }: Move): Promise<boolean> {
  const token = document.querySelector<HTMLInputElement>('#ticket [name="form_token"]')?.value ?? '';
  const target = formatRowPrice(to);
  let agreement = {};
  for (const { id, price } of orders) {
    const body = { form_token: token, action_type: 'OrderModification', order_id: id, [price]: target };
    const postOrder = (): Promise<Outcome> => post('/orders/ticket', new URLSearchParams({ ...body, ...agreement }));
    let outcome = await postOrder();
    if (outcome.question !== null && (await askAboutTrade(id, target, outcome.question))) {
      agreement = { _trade_at: target };
      outcome = await postOrder();
    }
    if (!outcome.isDone) return false;
  }
  return true;
}

const askAboutTrade = (id: string, price: string, words: string): Promise<boolean> =>
  ask({ title: `Move order ${id} to ${price}?`, words, yes: 'Move and trade', no: 'Leave it' });

function followKeys(update: () => void): void {
  ladder.addEventListener('keydown', (event) => {
    const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
    const step = steps[event.key];
    if (findOwnRow(event) === null || (step === undefined && move === null)) return;
    if (step !== undefined) {
      move ??= begin(findOwnRow(event));
      if (move !== null) aim(move.to + step, 'Enter or Escape');
    } else if (event.key === 'Enter') void send(end(), update);
    else if (event.key === 'Escape') stay(end());
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  ladder.addEventListener('focusin', (event) => {
    const row = findOwnRow(event);
    focused = row === null ? null : readTicks(row);
  });
  ladder.addEventListener('focusout', leaveCell);
}

const findRowAt = ({ clientX, clientY }: PointerEvent): HTMLTableRowElement | null =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLTableRowElement>('#ladder tbody tr') ?? null;

/** A finger rests so long before it drags: one that is swept over an order moves nothing. */
const HOLD_MS = 250;

/** A mouse, a pen or one finger. Cells with orders do not scroll the page (desk.css); to let go beside the ladder moves nothing. */
function followPointer(update: () => void): void {
  let pointer: number | null = null;
  let hold: number | undefined;
  let isHeld = false;
  const take = (): void => {
    isHeld = true;
    if (move !== null && move.to === move.from) say('Drag it to another price');
  };
  const isDragging = ({ pointerId }: PointerEvent): boolean => move !== null && pointerId === pointer;
  ladder.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    move = begin(findOwnRow(event));
    pointer = move === null ? null : event.pointerId;
    isHeld = event.pointerType === 'mouse';
    clearTimeout(hold);
    if (move !== null && !isHeld) hold = window.setTimeout(take, HOLD_MS);
    if (move !== null) event.preventDefault();
  });
  document.addEventListener('pointermove', (event) => {
    if (move === null || !isDragging(event)) return;
    const row = findRowAt(event);
    const ticks = row && readTicks(row);
    if (!isHeld && ticks !== move.from) end();
    else if (ticks !== null) aim(ticks, 'release to send');
    else if (row === null) leave();
  });
  document.addEventListener('pointerup', (event) => {
    if (!isDragging(event)) return;
    const isInside = findRowAt(event) !== null;
    const ended = end();
    if (isInside) void send(ended, update);
  });
  document.addEventListener('pointercancel', (event) => {
    if (isDragging(event)) end();
  });
}

/** `update` is called when orders have been moved. */
export function moveOrders(update: () => void): void {
  followKeys(update);
  followPointer(update);
  document.addEventListener('ladder-drawn', draw);
  draw();
}
