import { type AccountView, toAccountView } from '../accounts/account.view.js';
import { type PositionView, toPositionView } from '../accounts/positions/position.view.js';
import { type FillView, toFillView } from '../orders/lists/fill.view.js';
import { type OrderView, toOrderView } from '../orders/order.view.js';
import type { AttentionCounts, OverviewData } from './overview.service.js';

/** The trading overview at one moment, made of the views that programs get one by one. */
export type OverviewView = Readonly<{
  as_of: string;
  is_sandbox: boolean;
  accounts: readonly AccountView[];
  more_accounts: number;
  positions: readonly PositionView[];
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

export function toOverviewView(
  { accounts, moreAccounts, positions, orders, openOrders, fills, decimals, breaks, halted, service }: OverviewData,
  { now, isSandbox }: Readonly<{ now: Date; isSandbox: boolean }>,
): OverviewView {
  return {
    as_of: now.toISOString(),
    is_sandbox: isSandbox,
    accounts: accounts.map(toAccountView),
    more_accounts: moreAccounts,
    positions: positions.map(toPositionView),
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
