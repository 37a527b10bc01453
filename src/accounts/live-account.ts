import type { Actor } from '../access/actor.js';
import type { EngineAccount } from '../engine/account.js';
import type { AccountLimits, AccountTerms } from '../engine/command.js';
import type { State } from '../engine/state.js';
import { type LiveValues, computeLiveValues } from '../engine/valuation.js';
import { UnknownAccountError } from './account-errors.js';
import { type AccountRight, canViewAllAccounts } from './account-rights.js';
import type { SortValue } from '../database/sorting.js';

/** The next free account id. Call it while the command executes, so that two concurrent requests get different ids. */
export const findNextAccountId = ({ accounts }: State): number =>
  [...accounts.keys()].reduce((greatest, id) => Math.max(greatest, id), 0) + 1;

/** The limits of an account for which nobody has set any. */
export const NO_LIMITS: AccountLimits = {
  maxOrderQuantity: null,
  maxPosition: null,
  maxProductContracts: null,
  maxDailyLoss: null,
  buyingPowerPercent: null,
  maxWorkingOrders: null,
};

/** A snapshot of an account: its terms and its current values. */
export type LiveAccount = AccountTerms &
  Readonly<{ id: number; isEnabled: boolean; right: AccountRight; values: LiveValues }>;

/** Returns the account, or throws the `unknown_account` error. */
export function getAccount({ accounts }: State, acctId: number): EngineAccount {
  const account = accounts.get(acctId);
  if (account === undefined) throw new UnknownAccountError();
  return account;
}

/** Copies the account between two commands, for a user who may view it. The copy holds no reference to the engine's state, which later commands change. */
export function toLiveAccount(account: EngineAccount, actor: Actor): LiveAccount {
  return {
    ...account.toTerms(),
    id: account.id,
    isEnabled: account.isEnabled,
    right: findRight(account, actor) ?? 'Read',
    values: computeLiveValues(account),
  };
}

/** The user's right on an account, or null. */
export function findRight({ ownerId, grants }: EngineAccount, actor: Actor): AccountRight | null {
  if (ownerId === actor.userId) return 'Owner';
  return canViewAllAccounts(actor) ? 'Administrator' : (grants.get(actor.userId) ?? null);
}

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
