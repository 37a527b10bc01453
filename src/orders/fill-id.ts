import type { Side } from '../engine/side.js';

/** A trade makes two fills, with numbers of their own that rise with the trade's. */
export const toFillId = (tradeId: number, side: Side): number => tradeId * 2 + (side === 'Sell' ? 1 : 0);

/** The last trade whose fill of this side does not come after that fill. */
export const toLastTradeIdBefore = (fillId: number, side: Side): number =>
  Math.floor((side === 'Sell' ? fillId - 1 : fillId) / 2);

/** The first trade whose fill of this side does not come before that fill. */
export const toFirstTradeIdFrom = (fillId: number, side: Side): number =>
  Math.ceil((side === 'Sell' ? fillId - 1 : fillId) / 2);
