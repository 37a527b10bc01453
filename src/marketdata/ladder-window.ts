/**
 * The prices of a ladder: a fixed number of rows above and below its middle, one for every tick. Prices are counted in
 * ticks here. The window stands still while the best prices are in it, so that a row keeps its price while one aims at it.
 */
export type LadderWindow = Readonly<{
  /** The lowest price above the middle. */
  upper: number;
  /** The highest price below the middle; with a wide spread, prices between the two have no row. */
  lower: number;
}>;

export type BestPrices = Readonly<{ bid: number | null; offer: number | null; last: number | null }>;

export type Edges = Readonly<{ highest: number; lowest: number }>;

/** Rows on each side of the middle. */
export const LADDER_ROWS = 10;
/** Of the last trades, as many as fit below the ladder at 1280 × 800. */
export const TRADES_BELOW_LADDER = 10;
/** Rows between a best price and the edge, before the window moves. */
const MARGIN = 2;

export const toTicks = (price: number, tick: number): number => Math.round(price / tick);

/** The price of a row as it is displayed. */
export const formatTicks = (ticks: number, tick: number, decimals: number): string => (ticks * tick).toFixed(decimals);

/** The user's own orders at one price in two short lines, as a row has space for: of several, a stop is marked by an ellipsis. */
export function toMarkLines(mark: string): string {
  const [first = '', second, ...others] = mark.split(', ');
  if (second === undefined) return first.replace(' stop', '\nstop');
  const shorten = (one: string): string => one.replace('stop', '…');
  return `${shorten(first)}\n${others.length === 0 ? shorten(second) : `+${others.length + 1}`}`;
}

/** All words of what `toMarkLines` shortens. */
export const toMarkTitle = (mark: string): string => (mark.includes(',') ? `${mark}.` : '');

/** Around the best prices; without any, around the last trade; null if nothing is known. */
export function centerLadder({ bid, offer, last }: BestPrices): LadderWindow | null {
  if (bid !== null && offer !== null) {
    if (offer - bid > LADDER_ROWS) return { upper: offer, lower: bid };
    const middle = Math.floor((bid + offer) / 2);
    return { upper: middle + 1, lower: middle };
  }
  const known = bid ?? (offer === null ? last : offer - 1);
  return known === null ? null : { upper: known + 1, lower: known };
}

/** Whether prices between the best bid and the best offer have no row. */
export const isSplit = ({ upper, lower }: LadderWindow): boolean => upper - lower > 1;

/** The same window while it still shows the best prices, otherwise one around them. */
export function followMarket(window: LadderWindow | null, best: BestPrices, rows = LADDER_ROWS): LadderWindow | null {
  return window !== null && showsBestPrices(window, best, rows) ? window : centerLadder(best);
}

/** Moved by its reader, by so many ticks. A gap between its halves closes. */
export function scrollLadder({ upper, lower }: LadderWindow, ticks: number): LadderWindow {
  const from = ticks > 0 ? upper : lower + 1;
  return { upper: from + ticks, lower: from + ticks - 1 };
}

/** The prices that have a row, without those in the gap. */
export const findEdges = ({ upper, lower }: LadderWindow, rows = LADDER_ROWS): Edges => ({
  highest: upper + rows - 1,
  lowest: lower - rows + 1,
});

function showsBestPrices(window: LadderWindow, { bid, offer }: BestPrices, rows: number): boolean {
  const { upper, lower } = window;
  const isGap = (price: number): boolean => price > lower && price < upper;
  const { highest, lowest } = findEdges(window, rows);
  const isNearEdge = (price: number): boolean => price > highest - MARGIN || price < lowest + MARGIN;
  if (isSplit(window) && bid !== null && offer !== null && offer - bid <= LADDER_ROWS) return false;
  return [bid, offer].every((price) => price === null || !(isGap(price) || isNearEdge(price)));
}
