import { formatMoment, toWirePrice } from '../../exchange/to-wire.js';
import type { PublicTrade } from './trades.service.js';

/**
 * A trade as published, without its parties.
 * @example { "id": 4501, "instrument_id": 1, "symbol": "ESZ26", "price": 6712, "quantity": 4, "aggressor_side": "Buy", "session_date": "2026-01-30", "traded_at": "2026-01-30T15:04:06.120Z" }
 */
export type TradeView = ReturnType<typeof toTradeView>;

export function toTradeView(trade: PublicTrade) {
  return {
    id: trade.id,
    instrument_id: trade.instrumentId,
    symbol: trade.symbol,
    price: toWirePrice(trade.price, trade.scale),
    /** @integer */
    quantity: trade.quantity,
    /** The side of the aggressor, the order that took liquidity. */
    aggressor_side: trade.aggressorSide,
    /** @format date */
    session_date: trade.sessionDate,
    /** @format date-time */
    traded_at: formatMoment(trade.time),
  };
}

export const TRADE_COLUMNS = [
  'id',
  'instrument_id',
  'symbol',
  'price',
  'quantity',
  'aggressor_side',
  'session_date',
  'traded_at',
] as const satisfies readonly (keyof TradeView)[];
