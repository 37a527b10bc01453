import { amount, value } from './exchange-numbers.js';
import { limitsView } from './limits.view.js';
import type { LiveAccount } from './live-account.js';
import type { PersonView } from './people.view.js';

/**
 * An account, and what it is worth at this moment.
 *
 * @example { "id": 7, "owner_id": 42, "name": "Ada's account", "currency": "USD", "time_zone": "UTC", "enabled": true, "access": "Owner", "limits": { "max_order_quantity": 100, "max_position": null, "max_product_contracts": null, "max_daily_loss": 25000, "buying_power_percent": 100, "max_working_orders": null }, "net_liq": 1000250.5, "cash_balance": 1000000, "realised_pnl": 0, "unrealised_pnl": 250.5, "margin_used": 18500, "buying_power": 1000250.5, "baseline": { "as_of": "2026-01-30" }, "baseline_mismatch": false, "stale_marks": [] }
 */
export type AccountView = ReturnType<typeof accountView>;

export function accountView({ id, ownerId, name, currency, timeZone, isEnabled, right, limits, values }: LiveAccount) {
  return {
    id,
    owner_id: ownerId,
    name,
    currency,
    time_zone: timeZone,
    enabled: isEnabled,
    /** As what the caller uses it: `Read` looks, all others trade as well. */
    access: right,
    /** Null is no limit. */
    limits: limitsView(limits),
    /** What it would be worth if everything were closed at its mark: the baseline, and profit and loss since. */
    net_liq: value(values.netLiq),
    cash_balance: value(values.cashBalance),
    realised_pnl: value(values.realised),
    unrealised_pnl: value(values.unrealised),
    margin_used: amount(values.marginUsed),
    /** What may be in use as margin; null where there is no such limit. */
    buying_power: values.buyingPower === null ? null : amount(values.buyingPower),
    /** The money values that all of this is counted from; null where there are none yet. */
    baseline: values.baseline === null ? null : { as_of: values.baseline },
    /** Whether the latest money values and the latest reference positions are of different dates. */
    baseline_mismatch: values.baselineMismatch,
    /** The instruments that are held and have no price: they are left out of what is not realized. */
    stale_marks: values.staleMarks,
  };
}

/** For whom an account is to be opened, where that is known already; else who there is to choose from. */
export type AccountOpeningView = Readonly<{ owner_id: number | null; people: readonly PersonView[] }>;

export const ACCOUNT_COLUMNS = [
  ...[
    'id',
    'owner_id',
    'owner_name',
    'name',
    'currency',
    'time_zone',
    'enabled',
    'access',
    'net_liq',
    'cash_balance',
    'realised_pnl',
    'unrealised_pnl',
    'margin_used',
    'buying_power',
    'baseline.as_of',
    'baseline_mismatch',
  ],
  ...[
    'limits.max_order_quantity',
    'limits.max_position',
    'limits.max_product_contracts',
    'limits.max_daily_loss',
    'limits.buying_power_percent',
    'limits.max_working_orders',
    'stale_marks',
  ],
];
