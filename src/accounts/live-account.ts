import type { Actor } from '../access/actor.js';
import type { EngineAccount } from '../engine/account.js';
import type { AccountTerms } from '../engine/command.js';
import type { State } from '../engine/state.js';
import { type LiveValues, computeLiveValues } from '../engine/valuation.js';
import { UnknownAccount } from './account-errors.js';
import { type AccountRight, seesEverything } from './account-rights.js';

/** An account as the exchange has it at one moment: what was agreed, and what it is worth. */
export type LiveAccount = AccountTerms &
  Readonly<{ id: number; isEnabled: boolean; right: AccountRight; values: LiveValues }>;

/** The account of this number, or the failure that it is for whoever named it. */
export function accountIn({ accounts }: State, acctId: number): EngineAccount {
  const account = accounts.get(acctId);
  if (account === undefined) throw new UnknownAccount();
  return account;
}

/** To be taken between two commands, and whole: what the engine has changes under whoever keeps it. */
export function liveAccount(account: EngineAccount, actor: Actor): LiveAccount {
  return {
    ...account.toTerms(),
    id: account.id,
    isEnabled: account.isEnabled,
    right: rightOn(account, actor),
    values: computeLiveValues(account),
  };
}

/** Of somebody who may look at it. */
function rightOn({ ownerId, grants }: EngineAccount, actor: Actor): AccountRight {
  if (ownerId === actor.userId) return 'Owner';
  return seesEverything(actor) ? 'Administrator' : (grants.get(actor.userId) ?? 'Read');
}
