import type { AccountGrant } from '../exchange/ledger/account.entity.js';
import { toTimestamp } from './exchange-numbers.js';
import type { User } from '../users/user.entity.js';

/** A user in a selection list for administrators. */
export type PersonView = Readonly<{ id: number; email: string; name: string; enabled: boolean }>;

/** The most users that a selection list shows. Callers query one more, to know whether there are more. */
export const PEOPLE_SHOWN = 20;

export const toPeopleView = (users: readonly User[]): PersonView[] =>
  users.map(({ id, email, firstName, lastName, enabled }) => ({
    id,
    email,
    name: `${firstName} ${lastName}`,
    enabled,
  }));

/**
 * A user's access to an account of another user.
 *
 * @example { "acct_id": 7, "user_id": 43, "access": "Trade", "granted_at": "2026-01-30T15:04:05.000Z" }
 */
export type GrantView = ReturnType<typeof toGrantView>;

export function toGrantView({ acctId, userId, access, grantedAt }: AccountGrant) {
  return { acct_id: acctId, user_id: userId, access, granted_at: toTimestamp(grantedAt) };
}

/** A user to choose, and whether it is an administrator. */
export type ChoosableUserView = PersonView & Readonly<{ is_administrator: boolean }>;

export const toChoosableUsersView = (users: readonly User[]): ChoosableUserView[] =>
  toPeopleView(users).map((person, index) => ({ ...person, is_administrator: users[index]?.role === 'Admin' }));

/** The user chosen for a grant, or else the users to choose from. */
export type GrantChoiceView = Readonly<{
  acct_id: number;
  owner_id: number;
  user_id: number | null;
  people: readonly ChoosableUserView[];
}>;
