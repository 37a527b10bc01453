import { BOARD_SIDES, type BoardSide, DEPTH_SIDES, type DepthSide, type MarketSide } from '../engine/board.js';
import type { DepthLevel } from '../engine/book-side.js';
import type { Instrument } from '../engine/instrument.js';

/** In one question. */
export const INSTRUMENTS_MAX = 200;
/** Price levels of one side of a book. */
export const DEPTH_MAX = 1_000;
/**
 * Price levels of one side over all books of a request: beyond it a response has megabytes and delays other requests.
 */
export const QUERY_LEVELS_MAX = 20_000;

export { BOARD_SIDES, DEPTH_SIDES, type MarketSide };

type BoardChange = Readonly<{ instrumentId: number; scale: number; time: number; seq: number }>;

/** A value of the board. Prices are units of 10^-`scale`; a removed value has neither price nor quantity. */
export type MarketValueItem = BoardChange &
  Readonly<{ side: BoardSide; price: number | null; quantity: number | null }>;

/** The price levels of one side of the book, the best first; an empty side has none. */
export type MarketDepthItem = BoardChange & Readonly<{ side: DepthSide; levels: readonly DepthLevel[] }>;

export type MarketItem = MarketValueItem | MarketDepthItem;

/** The current item of a side, or null without a value. Call between two commands only. */
export function findMarketItem(instrument: Instrument, side: MarketSide, depthLevels: number): MarketItem | null {
  const item = findLastMarketItem(instrument, side, depthLevels);
  return item === null || isEmptyItem(item) ? null : item;
}

/** The same, with an item for a removed value; null if there never was one. */
export function findLastMarketItem(instrument: Instrument, side: MarketSide, depthLevels: number): MarketItem | null {
  const { id: instrumentId, board, product } = instrument;
  const { scale } = product.terms;
  if (isDepthSide(side)) {
    const item = board.depth(side, depthLevels);
    return item.seq === 0 ? null : { instrumentId, side, scale, ...item };
  }
  const item = board.findLastItem(side);
  return item === null || item.seq === 0 ? null : { instrumentId, side, scale, ...item };
}

export function isEmptyItem(item: MarketItem): boolean {
  return 'levels' in item ? item.levels.length === 0 : item.price === null && item.quantity === null;
}

export const isDepthSide = (side: MarketSide): side is DepthSide => side === 'BuyDepth' || side === 'SellDepth';
