import type { Side } from '../../engine/side.js';

/** A trade has two fills, with ids that increase with the trade's id. */
export const toFillId = (tradeId: number, side: Side): number => tradeId * 2 + (side === 'Sell' ? 1 : 0);

/** The last trade whose fill of this side is not after that fill. */
export const toLastTradeIdBefore = (fillId: number, side: Side): number =>
  Math.floor((side === 'Sell' ? fillId - 1 : fillId) / 2);

/** The first trade whose fill of this side is not before that fill. */
export const toFirstTradeIdFrom = (fillId: number, side: Side): number =>
  Math.ceil((side === 'Sell' ? fillId - 1 : fillId) / 2);
