import { domainError } from '../errors/domain-error.js';

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

export const ROLES = ['Customer', 'Admin'] as const;

export type Role = (typeof ROLES)[number];

/** The operator of the machine, who uses the command line. No user has the number 0. */
export const OPERATOR: Actor = { userId: 0, actingUserId: 0, role: 'Admin', clientId: null, scope: [] };

/** The id of a user; null is the operator, or the system. */
export const toUserId = (id: number): number | null => (id === OPERATOR.userId ? null : id);

/** The administrator who acts for the user, if any; the operator is no user and has the machine anyway. */
export const findActingAdministrator = ({ userId, actingUserId }: Actor): number | null =>
  userId === actingUserId || actingUserId === OPERATOR.userId ? null : actingUserId;

class OwnersOnlyError extends domainError(
  'denied',
  'owners_only',
  'Only the customer may do this, not an administrator who acts for the customer.',
) {}

/** What decides who may sign in as a user is theirs alone: an administrator who acts for them does not even get to try a password. */
export function requireOwner({ userId, actingUserId }: Actor): void {
  if (userId !== actingUserId) throw new OwnersOnlyError();
}

class AdministratorsOnlyError extends domainError(
  'denied',
  'administrators_only',
  'Only an administrator may do this, and not while acting for a customer.',
) {}

/** Asked before anything is looked up, so that the answer says nothing of what there is. `detail` is for endpoints that others may use as well. */
export function requireAdministrator({ role, userId, actingUserId }: Actor, detail?: string): void {
  if (role !== 'Admin' || userId !== actingUserId) throw new AdministratorsOnlyError(detail);
}

class TrialTokenRejectedError extends domainError(
  'denied',
  'trial_token_refused',
  'A trial token may not read or change API keys, and may not change webhooks, the profile or the password. Use the pages of your profile, or a token from POST /oauth/token.',
) {}

/** Refuses what lasts longer than a token to try with (decision 41): API keys and their secrets, changes of webhooks, the profile and the password. */
export function rejectTrialToken({ isTrial = false }: Actor): void {
  if (isTrial) throw new TrialTokenRejectedError();
}

/** The scopes that open endpoints, beside those of OpenID Connect: each opens what stands beside it in `src/auth/route-scopes.ts`. */
export type ResourceScope = 'read' | 'trade' | 'keys' | 'admin';

export const RESOURCE_SCOPES: readonly ResourceScope[] = ['read', 'trade', 'keys', 'admin'];

/** The scopes of a text that open endpoints, in the order of the list. */
export function parseResourceScopes(scope: string): ResourceScope[] {
  const names = scope.split(' ');
  return RESOURCE_SCOPES.filter((name) => names.includes(name));
}

/** The names of a scope without those that are left out. */
export function removeScopes(scope: string, removed: readonly ResourceScope[]): string {
  return scope
    .split(' ')
    .filter((name) => name !== '' && !(removed as readonly string[]).includes(name))
    .join(' ');
}

/** A scope with one name more, once. */
export function addScope(scope: string, name: ResourceScope): string {
  return [
    ...removeScopes(scope, [name])
      .split(' ')
      .filter((part) => part !== ''),
    name,
  ].join(' ');
}
