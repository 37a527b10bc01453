import type { Fill } from '../actions/order-action-result.js';
import type { NameColumn } from '../../http/csv.js';
import { toFillId } from './fill-id.js';
import { formatMoment, toWirePrice } from '../../exchange/to-wire.js';

/**
 * One side of a trade: the fill of an order.
 * @example { "id": 9002, "trade_id": 4501, "order_id": 4711, "client_order_id": "desk-1", "instrument_id": 1, "symbol": "ESZ26", "currency": "USD", "acct_id": 7, "side": "Buy", "price": 6712, "quantity": 4, "liquidity": "Removed", "settlement_style": null, "session_date": "2026-01-30", "traded_at": "2026-01-30T15:04:06.120Z" }
 */
export type FillView = ReturnType<typeof toFillView>;

export function toFillView({ trade, side, scale, symbol, currency, clientOrderId }: Fill) {
  return {
    id: toFillId(trade.id, side),
    trade_id: trade.id,
    /** Null of a settlement. */
    order_id: (side === 'Buy' ? trade.buyOrderId : trade.sellOrderId) || null,
    /** The client order id of the order. */
    client_order_id: clientOrderId,
    instrument_id: trade.instrumentId,
    symbol,
    /** Of the price. */
    currency,
    acct_id: side === 'Buy' ? trade.buyAcctId : trade.sellAcctId,
    side,
    price: toWirePrice(trade.price, scale),
    /** @integer */
    quantity: trade.quantity,
    /** Whether the order added or took liquidity, or the position was settled at the expiration. */
    liquidity: toLiquidity(trade, side),
    /** How the position was settled: in cash or by delivery. Null for fills of orders. */
    settlement_style: trade.settlement ?? null,
    /** @format date */
    session_date: trade.sessionDate,
    /** @format date-time */
    traded_at: formatMoment(trade.time),
  };
}

function toLiquidity(
  { settlement, aggressorSide }: Fill['trade'],
  side: Fill['side'],
): 'Added' | 'Removed' | 'Settlement' {
  if (settlement !== undefined && settlement !== null) return 'Settlement';
  return side === aggressorSide ? 'Removed' : 'Added';
}

export const FILL_COLUMNS = [
  'id',
  'trade_id',
  'order_id',
  'client_order_id',
  'instrument_id',
  'symbol',
  'currency',
  'acct_id',
  'acct_name',
  'owner_name',
  'side',
  'price',
  'quantity',
  'liquidity',
  'settlement_style',
  'session_date',
  'traded_at',
] as const satisfies readonly (keyof FillView | NameColumn)[];
