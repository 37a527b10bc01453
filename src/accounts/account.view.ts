import { toAmount, toValue } from './exchange-numbers.js';
import type { DayDifference } from './day-difference.js';
import type { LiveAccount } from './live-account.js';
import type { MarketMakerChoice } from './market-maker-choice.js';
import type { ChoosableUserView } from './grant.view.js';
import type { AccountLimits } from '../engine/command.js';

/** The trading limits of an account. Null is no limit. */
export function toLimitsView(limits: AccountLimits) {
  return {
    max_order_quantity: limits.maxOrderQuantity,
    max_position: limits.maxPosition,
    max_product_contracts: limits.maxProductContracts,
    max_daily_loss: limits.maxDailyLoss === null ? null : toAmount(limits.maxDailyLoss),
    buying_power_percent: limits.buyingPowerPercent,
    max_working_orders: limits.maxWorkingOrders,
  };
}

/**
 * An account with its current values.
 *
 * @example { "id": 7, "owner_id": 42, "name": "Ada's account", "currency": "USD", "time_zone": "UTC", "enabled": true, "access": "Owner", "limits": { "max_order_quantity": 100, "max_position": null, "max_product_contracts": null, "max_daily_loss": 25000, "buying_power_percent": 100, "max_working_orders": null }, "net_liq": 1000250.5, "cash_balance": 1000000, "realised_pnl": 0, "unrealised_pnl": 250.5, "margin_used": 18500, "buying_power": 1000250.5, "baseline": { "as_of": "2026-01-30" }, "baseline_mismatch": false, "stale_marks": [] }
 */
export type AccountView = ReturnType<typeof toAccountView>;

/** With what only the page says: whether the market maker is listed. JSON omits properties of an array. */
export type AccountPageViews = readonly AccountView[] & { marketMaker?: MarketMakerChoice | null };

export const toAccountPageViews = (
  accounts: readonly LiveAccount[],
  marketMaker: MarketMakerChoice | null,
): AccountView[] & AccountPageViews => Object.assign(accounts.map(toAccountView), { marketMaker });

export function toAccountView(account: LiveAccount) {
  const { values } = account;
  return {
    id: account.id,
    owner_id: account.ownerId,
    name: account.name,
    currency: account.currency,
    time_zone: account.timeZone,
    enabled: account.isEnabled,
    /** The caller's right on the account. `Read` permits viewing; all others also permit trading. */
    access: account.right,
    /** Trading limits. Null is no limit. */
    limits: toLimitsView(account.limits),
    /** Net liquidation value in the account currency: the baseline plus realized and unrealized P&L since. */
    net_liq: toValue(values.netLiq),
    /** The cash of the baseline plus the P&L realized since its close; without a baseline, all realized P&L. */
    cash_balance: toValue(values.cashBalance),
    /**
     * The P&L realized since the close of the latest reference positions, or since the first trade where there are none.
     * The baseline does not begin it anew.
     */
    realised_pnl: toValue(values.realised),
    /** P&L of the open positions at their current marks, measured from their average prices. */
    unrealised_pnl: toValue(values.unrealised),
    /** The margin that open positions and working orders need now: per instrument, initial margin for the worst case. */
    margin_used: toAmount(values.marginUsed),
    /** The most that may be used as margin, in the account currency. Null is no limit. */
    buying_power: values.buyingPower === null ? null : toAmount(values.buyingPower),
    /**
     * The date of the money values that all values are counted from: from the close of that date, or from the moment at which they were
     * posted if that came first. Null when none were reported.
     */
    baseline: values.baseline === null ? null : { as_of: values.baseline },
    /** Whether the latest money values and the latest reference positions have different dates. */
    baseline_mismatch: values.baselineMismatch,
    /** Ids of held instruments without a price. Unrealized P&L does not include them. */
    stale_marks: values.staleMarks,
  };
}

/** P&L today, and by what it is not unrealized and realized P&L. Pages alone show it. */
export type DayProfitView = ReturnType<typeof toDayProfitView>;

export const toDayProfitView = (day: bigint, { beforeList, beforeClose, listedOn }: DayDifference) => ({
  day_pnl: toValue(day),
  before_list: toValue(beforeList),
  before_close: toValue(beforeClose),
  listed_on: listedOn,
});

/** The chosen owner of a new account, or else the users to choose from. */
export type AccountOpeningView = Readonly<{ owner_id: number | null; people: readonly ChoosableUserView[] }>;

export const ACCOUNT_COLUMNS = [
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
  'limits.max_order_quantity',
  'limits.max_position',
  'limits.max_product_contracts',
  'limits.max_daily_loss',
  'limits.buying_power_percent',
  'limits.max_working_orders',
  'stale_marks',
];
