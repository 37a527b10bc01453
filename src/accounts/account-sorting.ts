import type { SortValue } from '../database/sorting.js';
import type { LiveAccount } from './live-account.js';

/** The fields by which accounts are sorted. */
export const ACCOUNT_SORT_FIELDS = [
  'name',
  'currency',
  'net_liq',
  'cash_balance',
  'unrealised_pnl',
  'realised_pnl',
  'margin_used',
  'buying_power',
] as const;
export type AccountSortField = (typeof ACCOUNT_SORT_FIELDS)[number];

/** Values of accounts in different currencies are compared as numbers. */
export const accountSortValues: Readonly<Record<AccountSortField, (account: LiveAccount) => SortValue>> = {
  name: ({ name }) => name,
  currency: ({ currency }) => currency,
  net_liq: ({ values }) => values.netLiq,
  cash_balance: ({ values }) => values.cashBalance,
  unrealised_pnl: ({ values }) => values.unrealised,
  realised_pnl: ({ values }) => values.realised,
  margin_used: ({ values }) => values.marginUsed,
  buying_power: ({ values }) => values.buyingPower,
};
