import { toLimitsView } from '../accounts/account.view.js';
import { formatMoment } from '../exchange/wire/moment-text.js';
import type { AccountHappening, BreakHappening, GrantHappening } from './happening.js';

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
    /** `reference` minus `internal`. */
    difference: row.difference,
    status: row.status,
    /** @format date-time */
    changed_at: formatMoment(time),
  };
}
