import type { ResourceScope } from './resource-scope.js';

/**
 * Who is asking. Built once, by the access guard; every service method that acts takes it first.
 * When an administrator acts for a customer, `userId` is the customer and `actingUserId` the administrator; else both are the user.
 * `isTrial` is whoever has no more than a token to try with (decision 41). `limitedTo` are the scopes of a token that opens those
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

/** Whoever has the machine itself, and uses the command line. The number is nobody's. */
export const OPERATOR: Actor = { userId: 0, actingUserId: 0, role: 'Admin', clientId: null, scope: [] };
