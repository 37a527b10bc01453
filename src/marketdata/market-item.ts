import { BOARD_SIDES, type BoardSide, DEPTH_SIDES, type DepthSide, type MarketSide } from '../engine/board.js';
import type { DepthLevel } from '../engine/book-side.js';
import type { Instrument } from '../engine/instrument.js';

export { BOARD_SIDES, DEPTH_SIDES, type MarketSide };

type BoardChange = Readonly<{ instrumentId: number; scale: number; time: number; seq: number }>;

/** One value of the board. Prices are units of 10^-`scale`; a value that is gone has neither price nor quantity. */
export type MarketValueItem = BoardChange &
  Readonly<{ side: BoardSide; price: number | null; quantity: number | null }>;

/** The prices of one side of the book, the best first; a side on which nobody stands has none. */
export type MarketDepthItem = BoardChange & Readonly<{ side: DepthSide; levels: readonly DepthLevel[] }>;

export type MarketItem = MarketValueItem | MarketDepthItem;

/** What an instrument shows on a side at this moment, or null if there is nothing to show. To be asked between two commands. */
export function findMarketItem(instrument: Instrument, side: MarketSide, depthLevels: number): MarketItem | null {
  const item = findLastMarketItem(instrument, side, depthLevels);
  return item === null || isEmptyItem(item) ? null : item;
}

/** The same, and where there is nothing any more, an item that says so; null of what was never there. */
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

const isDepthSide = (side: MarketSide): side is DepthSide => side === 'BuyDepth' || side === 'SellDepth';
