import type { Actor } from '../access/actor.js';
import type { EngineAccount } from '../engine/account.js';
import type { AccountTerms } from '../engine/command.js';
import type { State } from '../engine/state.js';
import { type LiveValues, computeLiveValues } from '../engine/valuation.js';
import { UnknownAccount } from './account-errors.js';
import { type AccountRight, canViewAllAccounts } from './account-rights.js';

/** The next free account id. Call it while the command executes, so that two concurrent requests get different ids. */
export const findNextAccountId = ({ accounts }: State): number =>
  [...accounts.keys()].reduce((greatest, id) => Math.max(greatest, id), 0) + 1;

/** A snapshot of an account: its terms and its current values. */
export type LiveAccount = AccountTerms &
  Readonly<{ id: number; isEnabled: boolean; right: AccountRight; values: LiveValues }>;

/** Returns the account, or throws the `unknown_account` error. */
export function getAccount({ accounts }: State, acctId: number): EngineAccount {
  const account = accounts.get(acctId);
  if (account === undefined) throw new UnknownAccount();
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
