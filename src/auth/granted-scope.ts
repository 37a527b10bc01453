import type { Role } from '../access/actor.js';
import { type ResourceScope, resourcesIn, withoutScopes, withScope } from '../access/resource-scope.js';
import type { Client } from '../clients/client.entity.js';
import { isFirstParty } from '../clients/first-party.js';

/** Who grants something to a key, and whether they were asked on a page. */
export type Grantor = Readonly<{ userId: number; actingUserId: number; role: Role; isAsked: boolean }>;

type Key = Pick<Client, 'ownerId' | 'firstParty'>;

/**
 * Of what a key asks for, what it may be granted (decision 57): without the scopes that it is refused, and with `read` where a key that is not
 * first-party has none left. Leaving something out never grants more: where scopes of endpoints were asked for, at least `read` is named.
 */
export function grantedScope(asked: string, key: Key, grantor: Grantor): string {
  const isTrusted = isFirstParty(key, [grantor.userId, grantor.actingUserId]);
  const scope = withoutScopes(asked, refusedScopes(asked, isTrusted, grantor));
  const needsDefault = resourcesIn(scope).length === 0 && (!isTrusted || resourcesIn(asked).length > 0);
  return needsDefault ? withScope(scope, 'read') : scope;
}

/**
 * `admin` is for administrators who act as themselves. A key that is not first-party gets `keys` and `admin` from the consent page alone, `keys` of an
 * administrator only with `admin`, because who changes where an administrator's key leads to has the administration, and none of both while the
 * administrator acts for a customer, because a key would last longer than that.
 */
function refusedScopes(
  asked: string,
  isTrusted: boolean,
  { userId, actingUserId, role, isAsked }: Grantor,
): ResourceScope[] {
  if (!isTrusted && (!isAsked || userId !== actingUserId)) return ['admin', 'keys'];
  const isAdministrator = role === 'Admin' && userId === actingUserId;
  if (isAdministrator && resourcesIn(asked).includes('admin')) return [];
  return isAdministrator && !isTrusted ? ['admin', 'keys'] : ['admin'];
}
