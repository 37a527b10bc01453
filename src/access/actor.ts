import type { ResourceScope } from './resource-scope.js';

/**
 * Who is asking. Built once, by the access guard; every service method that acts takes it first.
 * When an administrator acts for a customer, `userId` is the customer and `actingUserId` the administrator; else both are the user.
 * `isTrial` is a caller with a trial token only (decision 41). `limitedTo` are the scopes of a token that is valid for those
 * endpoints alone; without it, everything that the user may do (decision 57). `hidesSecrets` is a browser whose user proved the password a while ago: it is shown
 * no secret of a key or a webhook (decision 60).
 */
export type Actor = Readonly<{
  userId: number;
  actingUserId: number;
  role: Role;
  clientId: string | null;
  scope: readonly string[];
  isTrial?: boolean;
  hidesSecrets?: boolean;
  limitedTo?: readonly ResourceScope[];
}>;

export type Role = 'Customer' | 'Admin';

/** The operator of the machine, who uses the command line. No user has the number 0. */
export const OPERATOR: Actor = { userId: 0, actingUserId: 0, role: 'Admin', clientId: null, scope: [] };
