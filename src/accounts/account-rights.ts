import type { Actor } from '../access/actor.js';

/** As what somebody uses an account. All of these may look at it; all but `Read` may trade it. */
export type AccountRight = 'Owner' | 'Administrator' | 'Trade' | 'Read';

/** Administrators see every account, unless they act for a customer: then they see what the customer sees. */
export const seesEverything = ({ role, userId, actingUserId }: Actor): boolean => role === 'Admin' && userId === actingUserId;
