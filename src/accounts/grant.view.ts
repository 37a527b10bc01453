import type { PersonView } from './people.view.js';
import type { AccountGrant } from '../exchange/ledger/account.entity.js';
import { toTimestamp } from './exchange-numbers.js';

/**
 * A user's access to an account of another user.
 *
 * @example { "acct_id": 7, "user_id": 43, "access": "Trade", "granted_at": "2026-01-30T15:04:05.000Z" }
 */
export type GrantView = ReturnType<typeof grantView>;

export function grantView({ acctId, userId, access, grantedAt }: AccountGrant) {
  return { acct_id: acctId, user_id: userId, access, granted_at: toTimestamp(grantedAt) };
}

/** The user chosen for a grant, or else the users to choose from. */
export type GrantChoiceView = Readonly<{ acct_id: number; user_id: number | null; people: readonly PersonView[] }>;
