import type { MoneyValueView } from '../reconciliation/money-values/money-value.view.js';
import type { PostedListView } from '../reconciliation/positions/reference-positions.view.js';
import { formatMoment } from '../exchange/to-wire.js';
import type { FillView } from '../orders/lists/fill.view.js';
import type {
  AccountEvent,
  OrderHappening,
  PositionHappening,
  AccountHappening,
  BreakHappening,
  GrantHappening,
} from './account-event.js';
import { toFillId } from '../orders/lists/fill-id.js';
import { type OrderView, toOrderView } from '../orders/order.view.js';
import { MONEY_SCALE } from '../money/amount.js';
import { formatAveragePrice } from '../money/average-price.js';
import { formatDecimal } from '../money/decimal.js';
import { createExactNumber } from '../money/exact-number.js';
import { toLimitsView } from '../accounts/account.view.js';

/**
 * The terms of an account. Its values change with the market and are not part of the event.
 *
 * @example { "id": 7, "owner_id": 42, "name": "Ada's account", "currency": "USD", "time_zone": "UTC", "enabled": true, "limits": { "max_order_quantity": 100, "max_position": null, "max_product_contracts": null, "max_daily_loss": 25000, "buying_power_percent": 100, "max_working_orders": null }, "changed_at": "2026-01-30T15:04:05.000Z" }
 */
export type AccountChangedView = ReturnType<typeof toAccountChangedView>;

export function toAccountChangedView({ acctId, isEnabled, terms, time }: AccountHappening) {
  const { limits } = terms;
  return {
    id: acctId,
    owner_id: terms.ownerId,
    name: terms.name,
    currency: terms.currency,
    time_zone: terms.timeZone,
    enabled: isEnabled,
    /** Trading limits. Null is no limit. */
    limits: toLimitsView(limits),
    /** @format date-time */
    changed_at: formatMoment(time),
  };
}

/**
 * A user's new access to an account of another user.
 *
 * @example { "acct_id": 7, "user_id": 43, "access": "Trade", "changed_at": "2026-01-30T15:04:05.000Z" }
 */
export type AccountGrantedView = ReturnType<typeof toAccountGrantedView>;

export function toAccountGrantedView({ acctId, userId, access, time }: GrantHappening) {
  return {
    acct_id: acctId,
    user_id: userId,
    /** Null when the access was revoked. */
    access,
    /** @format date-time */
    changed_at: formatMoment(time),
  };
}

/**
 * A difference between a list of reference positions and the books of this service, open or closed.
 *
 * @example { "id": 3, "acct_id": 7, "as_of": "2026-01-30", "instrument_id": 1, "symbol": "ESZ26", "kind": "quantity", "internal": 2, "reference": 5, "difference": 3, "status": "Open", "changed_at": "2026-01-31T06:00:00.000Z" }
 */
export type BreakEventView = ReturnType<typeof toBreakEventView>;

export function toBreakEventView({ row, symbol, time }: BreakHappening) {
  return {
    id: row.id,
    acct_id: row.acctId,
    /** @format date */
    as_of: row.asOf,
    instrument_id: row.instrumentId,
    symbol,
    kind: row.kind,
    /** The position in the books, in contracts: the previous list plus the trades since. */
    internal: row.internal,
    /** The position in the list, in contracts. */
    reference: row.reference,
    /** `reference` minus `internal`. Where it is not 0 in a closed break, an administrator accepted the figure of the list. */
    difference: row.difference,
    status: row.status,
    /** @format date-time */
    changed_at: formatMoment(time),
  };
}

/**
 * A position after a command. Its value changes with the market and is not part of the event.
 *
 * @example { "acct_id": 7, "instrument_id": 1, "symbol": "ESZ26", "currency": "USD", "quantity": 2, "average_price": 6710.375, "realised_pnl": 125, "changed_at": "2026-01-30T15:04:06.120Z" }
 */
export type PositionEventView = ReturnType<typeof toPositionEventView>;

export function toPositionEventView(position: PositionHappening) {
  const { quantity, extraDecimals } = position;
  const average = formatAveragePrice(position.cost, quantity, position.scale + extraDecimals);
  const realised = formatDecimal(position.valuePerUnit * position.realised, MONEY_SCALE + extraDecimals);
  return {
    acct_id: position.acctId,
    instrument_id: position.instrumentId,
    symbol: position.symbol,
    /** ISO 4217 code of the currency of the P&L. */
    currency: position.currency,
    /** Contracts; negative for a short position. */
    quantity,
    /** Average entry price, rounded half to even. Null for a flat position. */
    average_price: average === null ? null : createExactNumber(average),
    /** Realized P&L since the reference position; without one, since the first trade. */
    realised_pnl: createExactNumber(realised),
    /** @format date-time */
    changed_at: formatMoment(position.time),
  };
}

/**
 * An order after an order event.
 *
 * @example { "id": 4711, "acct_id": 7, "user_id": 42, "placed_by": 42, "instrument_id": 1, "symbol": "ESZ26", "client_order_id": "desk-1", "tag": null, "order_type": "Limit", "side": "Buy", "time_in_force": "Day", "post_only": false, "expire_date": null, "limit_price": 6712.25, "stop_price": null, "quantity": 10, "filled_quantity": 4, "leaves_quantity": 6, "average_price": 6712, "status": "Open", "state": "PartiallyFilled", "reject_code": null, "cancel_reason": null, "version": 1, "revision": 2, "session_date": "2026-01-30", "created_at": "2026-01-30T15:04:05.000Z", "updated_at": "2026-01-30T15:04:06.120Z", "triggered_at": null, "fill_id": 9002 }
 */
export type OrderEventView = OrderView & Readonly<{ fill_id: number | null }>;

export function toOrderEventView({ order, scale, symbol, tradeId }: OrderHappening): OrderEventView {
  // The fill of an `order.traded` event; null for other events.
  return {
    ...toOrderView({ row: order, scale, symbol }),
    fill_id: tradeId === null ? null : toFillId(tradeId, order.side),
  };
}

/** The data of an event, by its type. */
type EventData =
  | OrderEventView
  | FillView
  | PositionEventView
  | AccountChangedView
  | AccountGrantedView
  | MoneyValueView
  | PostedListView
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
