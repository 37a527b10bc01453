import { toAccountView, toDayProfitView } from '../accounts/account.view.js';
import { type PositionView, toPositionView } from '../accounts/positions/position.view.js';
import type { ExactNumber } from '../money/exact-number.js';
import { type FillView, toFillView } from '../orders/lists/fill.view.js';
import { type OrderView, toOrderView } from '../orders/order.view.js';
import { toAmount, toValue } from '../accounts/exchange-numbers.js';
import type { OverviewData } from './overview.service.js';
import type { AttentionCounts, DayAccount, DayPosition } from './overview-state.js';
import type { CloseObstacle } from './position-values.js';
import type { CurrencyTotals, GroupExposure, UnlistedPositions } from './portfolio.js';

export type DayAccountView = ReturnType<typeof toDayAccountView>;
export type DayPositionView = PositionView & Readonly<{ day_pnl: ExactNumber | null; obstacle: CloseObstacle | null }>;
export type CurrencyTotalsView = ReturnType<typeof toTotalsView>;
export type UnlistedPositionsView = ReturnType<typeof toUnlistedView>;
export type GroupExposureView = ReturnType<typeof toExposureView>;

/** The trading overview at one moment, made of the views that programs get one by one. */
export type OverviewView = Readonly<{
  as_of: string;
  is_sandbox: boolean;
  accounts: readonly DayAccountView[];
  more_accounts: number;
  totals: readonly CurrencyTotalsView[];
  exposure: readonly GroupExposureView[];
  positions: readonly DayPositionView[];
  open_positions: number;
  /** What the totals count besides the listed positions. */
  unlisted: readonly UnlistedPositionsView[];
  orders: readonly OrderView[];
  open_orders: number;
  fills: readonly FillView[];
  /** The decimals of the instruments' prices, by instrument id. */
  decimals: Readonly<Record<number, number>>;
  /** By account. */
  breaks: readonly Readonly<{ acct_id: number; open: number }>[];
  /** Halted instruments, with the number of working orders there. */
  halted: readonly Readonly<{ instrument_id: number; orders: number; is_held: boolean }>[];
  /** Counts over all accounts, for administrators. */
  service: AttentionCounts | null;
}>;

const toDayAccountView = (account: DayAccount) => ({
  ...toAccountView(account),
  ...toDayProfitView(account.day, account.difference),
});

const toDayPositionView = (position: DayPosition): DayPositionView => ({
  ...toPositionView(position),
  day_pnl: position.day === null ? null : toValue(position.day),
  obstacle: position.obstacle,
});

function toTotalsView({
  currency,
  accounts,
  netLiq,
  day,
  unrealised,
  realised,
  marginUsed,
  buyingPower,
}: CurrencyTotals) {
  return {
    currency,
    accounts,
    net_liq: toValue(netLiq),
    day_pnl: toValue(day),
    unrealised_pnl: toValue(unrealised),
    realised_pnl: toValue(realised),
    margin_used: toAmount(marginUsed),
    buying_power: buyingPower === null ? null : toAmount(buyingPower),
  };
}

const toUnlistedView = ({ currency, kind, count, day, unrealised, realised }: UnlistedPositions) => ({
  currency,
  kind,
  count,
  day_pnl: toValue(day),
  unrealised_pnl: toValue(unrealised),
  realised_pnl: toValue(realised),
});

function toExposureView({ groupId, currency, long, short, margin, isPartial }: GroupExposure) {
  return {
    product_group_id: groupId,
    currency,
    long: toValue(long),
    short: toValue(short),
    net: toValue(long + short),
    gross: toValue(long - short),
    margin: toAmount(margin),
    is_partial: isPartial,
  };
}

export function toOverviewView(
  {
    accounts,
    moreAccounts,
    totals,
    exposure,
    positions,
    openPositions,
    unlisted,
    orders,
    openOrders,
    fills,
    decimals,
    breaks,
    halted,
    service,
  }: OverviewData,
  { now, isSandbox }: Readonly<{ now: Date; isSandbox: boolean }>,
): OverviewView {
  return {
    as_of: now.toISOString(),
    is_sandbox: isSandbox,
    accounts: accounts.map(toDayAccountView),
    more_accounts: moreAccounts,
    totals: totals.map(toTotalsView),
    exposure: exposure.map(toExposureView),
    positions: positions.map(toDayPositionView),
    open_positions: openPositions,
    unlisted: unlisted.map(toUnlistedView),
    orders: orders.map(toOrderView),
    open_orders: openOrders,
    fills: fills.map(toFillView),
    decimals: Object.fromEntries(decimals),
    breaks: [...breaks].map(([id, open]) => ({ acct_id: id, open })),
    halted: halted.map(({ instrumentId, orders, isHeld }) => ({
      instrument_id: instrumentId,
      orders,
      is_held: isHeld,
    })),
    service,
  };
}
