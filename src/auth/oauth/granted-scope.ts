import { type Role, type ResourceScope, parseResourceScopes, removeScopes, addScope } from '../../access/actor.js';
import { type Client, isFirstParty } from '../../clients/client.entity.js';

/** The user who grants a scope, and whether a page asked for consent. */
export type Grantor = Readonly<{ userId: number; actingUserId: number; role: Role; isInteractive: boolean }>;

type ScopedClient = Pick<Client, 'ownerId' | 'firstParty'>;

/**
 * The part of the requested scope that may be granted (decision 57), with `read` if nothing remains for a key that is
 * not first-party. Omitting scopes never grants more.
 */
export function computeGrantedScope(requestedScope: string, client: ScopedClient, grantor: Grantor): string {
  const isTrusted = isFirstParty(client, [grantor.userId, grantor.actingUserId]);
  const scope = removeScopes(requestedScope, findRejectedScopes(requestedScope, isTrusted, grantor));
  const needsDefault =
    parseResourceScopes(scope).length === 0 && (!isTrusted || parseResourceScopes(requestedScope).length > 0);
  return needsDefault ? addScope(scope, 'read') : scope;
}

/**
 * `admin` is for administrators who act as themselves. A key that is not first-party gets `keys` and `admin` from the consent page alone, `keys` of an
 * administrator only with `admin`, because who changes where an administrator's key leads to has the administration, and none of both while the
 * administrator acts for a customer, because a key would last longer than that.
 */
function findRejectedScopes(
  requestedScope: string,
  isTrusted: boolean,
  { userId, actingUserId, role, isInteractive }: Grantor,
): ResourceScope[] {
  if (!isTrusted && (!isInteractive || userId !== actingUserId)) return ['admin', 'keys'];
  const isAdministrator = role === 'Admin' && userId === actingUserId;
  if (isAdministrator && parseResourceScopes(requestedScope).includes('admin')) return [];
  return isAdministrator && !isTrusted ? ['admin', 'keys'] : ['admin'];
}
