import { toFillId } from '../orders/lists/fill-id.js';
import { type OrderView, toOrderView } from '../orders/order.view.js';
import type { OrderHappening } from './happening.js';

/**
 * An order after an order event.
 *
 * @example { "id": 4711, "acct_id": 7, "user_id": 42, "placed_by": 42, "instrument_id": 1, "symbol": "ESZ26", "client_order_id": "desk-1", "order_type": "Limit", "side": "Buy", "time_in_force": "Day", "expire_date": null, "limit_price": 6712.25, "stop_price": null, "quantity": 10, "filled_quantity": 4, "leaves_quantity": 6, "average_price": 6712, "status": "Open", "state": "PartiallyFilled", "reject_code": null, "cancel_reason": null, "version": 1, "revision": 2, "session_date": "2026-01-30", "created_at": "2026-01-30T15:04:05.000Z", "updated_at": "2026-01-30T15:04:06.120Z", "triggered_at": null, "fill_id": 9002 }
 */
export type OrderEventView = OrderView & Readonly<{ fill_id: number | null }>;

export function orderEventView({ order, scale, symbol, tradeId }: OrderHappening): OrderEventView {
  // The fill of an `order.traded` event; null for other events.
  return {
    ...toOrderView({ row: order, scale, symbol }),
    fill_id: tradeId === null ? null : toFillId(tradeId, order.side),
  };
}
