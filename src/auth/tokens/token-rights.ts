import {
  type Role,
  type ResourceScope,
  RESOURCE_SCOPES,
  parseResourceScopes,
  removeScopes,
  addScope,
} from '../../access/actor.js';

/** The attributes of a token: its scope, whether its key is first-party for the signed-in user, and the role of its user. */
type TokenAttributes = Readonly<{ scope: string; isFirstParty: boolean; role: Role }>;

/** As what a token acts, and to which scopes it is limited; without `limitedTo`, to none. */
export type TokenRights = Readonly<{ role: Role; limitedTo?: readonly ResourceScope[] }>;

/**
 * A token of a first-party key that names no scope of an endpoint does everything that its user may (decision 57). Every other is limited to
 * what it names, to `read` where it names nothing, and has the role of an administrator by `admin` alone. An administrator's keys are as good
 * as the administration, so `keys` opens them to another's application only beside `admin`.
 */
export function toTokenRights({ scope, isFirstParty, role }: TokenAttributes): TokenRights {
  const namedScopes = parseResourceScopes(scope);
  if (isFirstParty && namedScopes.length === 0) return { role };
  const granted: readonly ResourceScope[] = namedScopes.length === 0 ? ['read'] : namedScopes;
  const administers = granted.includes('admin');
  const limitedTo = granted.filter((name) => name !== 'keys' || isFirstParty || role !== 'Admin' || administers);
  return { role: administers ? role : 'Customer', limitedTo };
}

/** A refresh may have narrowed full access to some scopes, which end with it: when the key is no longer first-party. */
export function toEffectiveScope({
  scope,
  grantedScope,
  isFirstParty,
}: Readonly<{ scope: string; grantedScope: string; isFirstParty: boolean }>): string {
  return isFirstParty || parseResourceScopes(grantedScope).length > 0 ? scope : removeScopes(scope, RESOURCE_SCOPES);
}

/** The scope of a token as responses have it: the default is named. */
export function toResponseScope(scope: string, isFirstParty: boolean): string {
  return isFirstParty || parseResourceScopes(scope).length > 0 ? scope : addScope(scope, 'read');
}
