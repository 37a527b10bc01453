import type { TradeRow } from '../../engine/event.js';

/** The public fields of a trade; its price is in units of 10^-`scale`. */
export type PublicTrade = Pick<
  TradeRow,
  'id' | 'instrumentId' | 'price' | 'quantity' | 'aggressorSide' | 'sessionDate' | 'time'
> &
  Readonly<{ scale: number; symbol: string }>;
