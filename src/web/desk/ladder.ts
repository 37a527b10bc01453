/* The ladder of an instrument, live: each row keeps its price while the market moves through the rows, and the reader's own orders and average price stay marked. */
import {
  type BestPrices,
  centerLadder,
  findEdges,
  followMarket,
  formatTicks,
  isSplit,
  type LadderWindow,
  scrollLadder,
  toMarkLines,
  toTicks,
} from '../../marketdata/ladder-window.js';
import { computePriceChange } from '../../marketdata/price-change.js';
import { fitRows } from './ladder-rows.js';
import { setText, write } from '../live/live-cells.js';
import { toPriceText } from '../market.js';
import type { Level, StreamItem, StreamSide } from '../live/market-stream.js';
import { createLink, getCell, getElement } from '../page-parts.js';

type BookSide = 'BuyDepth' | 'SellDepth';
type OwnMarks = Readonly<{ orders: Readonly<Record<string, string>>; averages: Readonly<Record<string, string>> }>;
type RowContent = Readonly<{ level: Level; side: 'bid' | 'offer'; bar: number }>;

const STEPS = 20;
/** The most that the stream has. */
export const SCROLLED_DEPTH = 100;

const ladder = getElement('#ladder');
const tick = Number(ladder.dataset.tick);
const decimals = Number(ladder.dataset.d);
/** From the highest price to the lowest. */
let rows = fitRows(ladder);
const countHalf = (): number => rows.length / 2;
const book: Record<BookSide, readonly Level[]> = { BuyDepth: [], SellDepth: [] };
let shown: LadderWindow | null =
  ladder.dataset.upper === undefined
    ? null
    : { upper: Number(ladder.dataset.upper), lower: Number(ladder.dataset.lower) };
let last: number | null = null;
/** Its reader has scrolled it: it stays there, wherever the market goes. */
let isHeld = false;
/** Until the stream has sent the book, the rows are those that the page came with. */
let isKnown = false;
/** It is drawn once what came with this frame is known. */
let isDue = false;

const isBookSide = (side: StreamSide): side is BookSide => side === 'BuyDepth' || side === 'SellDepth';
export const toRow = (price: number): number => toTicks(price, tick);
const sumQuantities = (levels: readonly Level[]): number => levels.reduce((sum, { quantity }) => sum + quantity, 0);

/** Both sides are drawn when one has changed: their bars are measured by the longer. Changes of one frame are drawn together. */
export function drawBook({ side: changed, levels = [] }: StreamItem): void {
  if (!isBookSide(changed)) return;
  book[changed] = levels;
  isKnown = true;
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    drawLadder();
  });
}

/** Where nothing is bid or offered, the ladder is about the last trade. */
export function drawLast(price: number | null): void {
  last = price === null ? null : toRow(price);
  if (shown === null) drawLadder();
}

function readBest(): BestPrices {
  const [bid, offer] = [book.BuyDepth[0], book.SellDepth[0]];
  return { bid: bid ? toRow(bid.price) : null, offer: offer ? toRow(offer.price) : null, last };
}

/** Also when the reader's own orders or positions have changed. */
export function drawLadder(): void {
  if (!isKnown) return;
  if (!isHeld && (shown === null || !isAimedAt())) shown = followMarket(shown, readBest(), countVisibleRows());
  drawSpread(book.BuyDepth[0], book.SellDepth[0]);
  if (shown === null) return;
  ladder.toggleAttribute('data-split', isSplit(shown));
  const content = readContent();
  const marks = readOwnMarks();
  const half = countHalf();
  for (const [index, row] of rows.entries()) {
    const ticks = (index < half ? shown.upper - 1 : shown.lower) + half - index;
    drawRow(row, ticks, { found: content.get(ticks), marks });
  }
  document.dispatchEvent(new Event('ladder-drawn'));
}

/** No row has another price while a mouse points at one; the ladder follows the market as soon as it is left. */
const isAimedAt = (): boolean => hovering.matches && ladder.querySelector('tbody tr:hover') !== null;
const hovering = window.matchMedia('(hover: hover)');
ladder.addEventListener('pointerleave', drawLadder);

/** Away from the market, until it is centered again. */
export function scrollBy(ticks: number): void {
  if (shown === null || ticks === 0) return;
  shown = scrollLadder(shown, ticks);
  isHeld = true;
  drawLadder();
}

export function centerOnMarket(): void {
  shown = null;
  isHeld = false;
  drawLadder();
}

/** It follows the market, which has moved through none of its rows. */
export function isCentered(): boolean {
  const center = centerLadder(readBest());
  return !isHeld && (center === null || (center.upper === shown?.upper && center.lower === shown.lower));
}

/** So far has the ladder to be scrolled for a price to have a row; 0 if it has one. */
export function findDistance(ticks: number): number {
  if (shown === null) return 0;
  const { highest, lowest } = findEdges(shown, countVisibleRows());
  return Math.max(0, ticks - highest) - Math.max(0, lowest - ticks);
}

/** The reader's own orders by their prices in ticks, as marks. */
export const listOwnOrders = (): (readonly [ticks: number, mark: string])[] =>
  Object.entries(readOwnMarks().orders).map(([ticks, mark]) => [Number(ticks), mark]);

export const readOwnMark = (ticks: number): string => readOwnMarks().orders[ticks] ?? '';

/** The price of a row in ticks; null while it has none. */
export function readTicks(row: HTMLTableRowElement): number | null {
  const price = row.cells[2]?.textContent.trim() ?? '';
  return price === '' ? null : toRow(Number(price));
}

export const findRow = (ticks: number): HTMLTableRowElement | null =>
  rows.find((row) => readTicks(row) === ticks) ?? null;

export const formatRowPrice = (ticks: number): string => formatTicks(ticks, tick, decimals);

/** On a narrow screen, and where fingers need high rows, those farthest from the middle are not shown (desk.css). */
const narrow = window.matchMedia('(max-width: 44rem), (pointer: coarse)');
const NARROW_ROWS = 6;
/** Beneath the banner of an administrator who acts for a customer, trades need the space of some (acting.css). */
const low = window.matchMedia('(min-width: 72rem) and (max-width: 99.99rem) and (min-height: 44rem)');
const BANNER_ROWS = 8;

function countVisibleRows(): number {
  if (narrow.matches) return NARROW_ROWS;
  return low.matches && 'acting' in document.documentElement.dataset ? BANNER_ROWS : countHalf();
}

/** As many levels as there are rows on both sides: no row within sight lacks its size. */
export const countLevels = (): number => rows.length;

/** `onMore` is called when there are more rows than before. */
export function followWindow(onMore: () => void): void {
  window.addEventListener('resize', () => {
    const before = rows.length;
    rows = fitRows(ladder);
    if (rows.length === before) return;
    if (rows.length > before) onMore();
    drawLadder();
  });
}

function readContent(): Map<number, RowContent> {
  const most = Math.max(sumQuantities(book.BuyDepth), sumQuantities(book.SellDepth));
  const content = new Map<number, RowContent>();
  for (const [levels, side] of [
    [book.BuyDepth, 'bid'],
    [book.SellDepth, 'offer'],
  ] as const) {
    let sum = 0;
    for (const level of levels) {
      sum += level.quantity;
      content.set(toRow(level.price), { level, side, bar: Math.max(1, Math.round((sum / most) * STEPS)) });
    }
  }
  return content;
}

let own: Readonly<{ text: string; marks: OwnMarks }> = { text: '', marks: { orders: {}, averages: {} } };

/** As the page has them now; they are read once for each change. */
function readOwnMarks(): OwnMarks {
  const text = getElement('#mine').dataset.own ?? '';
  if (text !== own.text) own = { text, marks: JSON.parse(text) as OwnMarks };
  return own.marks;
}

function drawRow(
  row: HTMLTableRowElement,
  ticks: number,
  { found, marks }: Readonly<{ found: RowContent | undefined; marks: OwnMarks }>,
): void {
  const average = marks.averages[ticks];
  const className = [found?.side, average !== undefined && 'average'].filter(Boolean).join(' ');
  if (row.className !== className) row.className = className;
  drawPrice(getCell(row, 2), formatTicks(ticks, tick, decimals), average);
  drawSize(getCell(row, 1), 'bid', found);
  drawSize(getCell(row, 3), 'offer', found);
  drawText(getCell(row, 0), toMarkLines(marks.orders[ticks] ?? ''));
  drawText(getCell(row, 4), found === undefined ? '' : String(found.level.orders));
}

function drawText(cell: HTMLTableCellElement, text: string): void {
  if (cell.textContent !== text) write(cell, text);
}

/** The size at a price, in the column of its side. */
function drawSize(cell: HTMLTableCellElement, side: RowContent['side'], found: RowContent | undefined): void {
  const content = found?.side === side ? found : undefined;
  setText(cell, content === undefined ? '' : String(content.level.quantity));
  const width = content === undefined ? '' : `w${content.bar}`;
  if (cell.className !== width) cell.className = width;
}

/** The link stays the same element, so that it keeps the keyboard focus. */
function drawPrice(cell: HTMLTableCellElement, price: string, average?: string): void {
  const title = average === undefined ? '' : `Average price of your position: ${average}`;
  if (cell.title !== title) cell.title = title;
  const link = cell.querySelector('a');
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

function describeSpread(bid: Level | undefined, offer: Level | undefined): string {
  if (bid === undefined) return offer === undefined ? 'No bids or offers.' : 'No bids.';
  if (offer === undefined) return 'No offers.';
  const [from, to] = [toPriceText(bid.price, decimals), toPriceText(offer.price, decimals)];
  return `${computePriceChange(to, from, decimals).points.replace('+', '')} spread`;
}

function drawSpread(bid: Level | undefined, offer: Level | undefined): void {
  const text = describeSpread(bid, offer);
  const spread = getElement('#spread');
  if (spread.textContent !== text) write(spread, text);
}
