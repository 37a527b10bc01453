import type { PersonView } from './people.view.js';
import type { AccountGrant } from '../exchange/ledger/account-grant.entity.js';
import { moment } from './exchange-numbers.js';

/**
 * What a user may do with an account that is not theirs.
 *
 * @example { "acct_id": 7, "user_id": 43, "access": "Trade", "granted_at": "2026-01-30T15:04:05.000Z" }
 */
export type GrantView = ReturnType<typeof grantView>;

export function grantView({ acctId, userId, access, grantedAt }: AccountGrant) {
  return { acct_id: acctId, user_id: userId, access, granted_at: moment(grantedAt) };
}

/** Who is to use an account, where that is known already; else who there is to choose from. */
export type GrantChoiceView = Readonly<{ acct_id: number; user_id: number | null; people: readonly PersonView[] }>;
