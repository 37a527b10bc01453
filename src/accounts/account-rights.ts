import type { Actor } from '../access/actor.js';

/** A user's right on an account. Every right permits viewing; every right but `Read` permits trading. */
export type AccountRight = 'Owner' | 'Administrator' | 'Trade' | 'Read';

/** Why a user who may view an account cannot trade it: the user has read access only, or the account is disabled. */
export type AccountBar = 'Read' | 'Disabled';

/** In the place of what cannot be done. */
export const barLabels: Readonly<Record<AccountBar, string>> = { Read: 'view only', Disabled: 'account disabled' };

/** Administrators view every account, unless they act for a customer: then they view the customer's accounts. */
export const canViewAllAccounts = ({ role, userId, actingUserId }: Actor): boolean =>
  role === 'Admin' && userId === actingUserId;
