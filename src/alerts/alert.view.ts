import { createExactNumber, type ExactNumber } from '../money/exact-number.js';
import type { AlertMarket } from './alert-terms.js';
import type { Alert } from './alert.entity.js';

/**
 * A price of an instrument, or a fill on an account, that a user waits for.
 * @example { "id": 9, "kind": "Price", "instrument_id": 1, "acct_id": null, "side": "Last", "direction": "Above", "price": 6750.25, "note": "Take profit", "repeat": false, "state": "Triggered", "reason": null, "triggers": 1, "notice": 12, "triggered_at": "2026-01-30T15:04:05.000Z", "triggered_price": 6750.5, "triggered_instrument_id": 1, "created_at": "2026-01-30T14:00:00.000Z" }
 */
export type AlertView = ReturnType<typeof toAlertView>;

export function toAlertView(alert: Alert) {
  return {
    id: alert.id,
    kind: alert.kind,
    /** Null of a fill alert on every instrument. */
    instrument_id: alert.instrumentId,
    /** Null of a price alert, and of a fill alert on every account. */
    acct_id: alert.acctId,
    /** Null of a fill alert. */
    side: alert.side,
    /** Null of a fill alert. */
    direction: alert.direction,
    /** Null of a fill alert. */
    price: toNumber(alert.price),
    note: alert.note,
    repeat: alert.repeat,
    /** A repeating alert stays `Active` when it triggers. */
    state: alert.state,
    /** Why the service canceled it; null if it did not. */
    reason: alert.reason,
    /** How often it has triggered. */
    triggers: alert.triggers,
    /** The number of its last trigger: later triggers have higher numbers. Null before the first. */
    notice: alert.notice,
    /**
     * The time of the trade or of the price that triggered it last.
     * @format date-time
     */
    triggered_at: alert.triggeredAt?.toISOString() ?? null,
    /** The price that triggered it last. */
    triggered_price: toNumber(alert.triggeredPrice),
    triggered_instrument_id: alert.triggeredInstrumentId,
    /** @format date-time */
    created_at: alert.createdAt.toISOString(),
  };
}

/** An alert on a page. The name of an account that the user can no longer see is not shown. */
export type ListedAlertView = AlertView & Readonly<{ can_see_account: boolean }>;

/** The alerts of a page, with the market of the instrument that its address names. */
export type AlertsPageView = ListedAlertView[] & { market?: AlertMarket | null };

const toNumber = (price: string | null): ExactNumber | null => (price === null ? null : createExactNumber(price));
