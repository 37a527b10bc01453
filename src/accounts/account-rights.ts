import type { Actor } from '../access/actor.js';

/** As what somebody uses an account. All of these may look at it; all but `Read` may trade it. */
export type AccountRight = 'Owner' | 'Administrator' | 'Trade' | 'Read';

/** Why somebody who may look at an account cannot trade it: it is not theirs to trade, or nobody trades it. */
export type AccountBar = 'Read' | 'Disabled';

/** Administrators see every account, unless they act for a customer: then they see what the customer sees. */
export const seesEverything = ({ role, userId, actingUserId }: Actor): boolean =>
  role === 'Admin' && userId === actingUserId;
