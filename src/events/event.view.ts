import type { MoneyValueView } from '../reconciliation/money-value.view.js';
import type { ReferencePositionsView } from '../reconciliation/reference-positions.view.js';
import { formatMoment } from '../exchange/wire/moment-text.js';
import type { FillView } from '../orders/lists/fill.view.js';
import type { AccountEvent } from './account-event.js';
import type { AccountChangedView, AccountGrantedView, BreakEventView } from './account-events.view.js';
import type { OrderEventView } from './order-event.view.js';
import type { PositionEventView } from './position-event.view.js';

/** The data of an event, by its type. */
type EventData =
  | OrderEventView
  | FillView
  | PositionEventView
  | AccountChangedView
  | AccountGrantedView
  | MoneyValueView
  | ReferencePositionsView
  | BreakEventView;

/**
 * An event of an account.
 *
 * @example { "id": "1234.f.9002", "type": "fill", "acct_id": 7, "time": "2026-01-30T15:04:06.120Z", "data": { "id": 9002, "trade_id": 4501, "order_id": 4711, "client_order_id": "desk-1", "instrument_id": 1, "symbol": "ESZ26", "currency": "USD", "acct_id": 7, "side": "Buy", "price": 6712, "quantity": 4, "liquidity": "Removed", "settlement_style": null, "session_date": "2026-01-30", "traded_at": "2026-01-30T15:04:06.120Z" } }
 */
export type EventView = ReturnType<typeof toEventView>;

export function toEventView({ id, type, acctId, time, data }: AccountEvent) {
  return {
    /** The event id: the same in streams, lists and webhooks. Send it as `Last-Event-ID` to continue after this event. */
    id,
    type,
    acct_id: acctId,
    /** @format date-time */
    time: formatMoment(time),
    data: data as EventData,
  };
}
