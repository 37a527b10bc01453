import {
  RESOURCE_SCOPES,
  type ResourceScope,
  parseResourceScopes,
  addScope,
  type Role,
  removeScopes,
} from '../access/actor.js';
import { InvalidScopeError } from './oauth/oauth-errors.js';
import { type Client, isFirstParty } from '../clients/client.entity.js';

/** The scopes with a meaning here. The interface itself requires `openid` only. */
export const KNOWN_SCOPES: readonly string[] = ['openid', 'profile', 'email', 'offline_access', ...RESOURCE_SCOPES];

const SCOPE_NAME = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** A stored scope: each name once, in the order of the request. An empty request is an empty scope. */
export function parseScope(text = ''): string {
  const names = text.split(' ').filter((name) => name !== '');
  if (!names.every((name) => KNOWN_SCOPES.includes(name))) throw new InvalidScopeError(KNOWN_SCOPES);
  return [...new Set(names)].join(' ');
}

/**
 * The known names of a requested scope. Unknown names are ignored (OpenID Connect Core §3.1.2.1); malformed names are
 * an error (RFC 6749 §3.3).
 */
export function parseKnownScope(text = ''): string {
  const names = text.split(' ').filter((name) => name !== '');
  return parseScope(names.filter((name) => KNOWN_SCOPES.includes(name) || !SCOPE_NAME.test(name)).join(' '));
}

/** The scope of a grant, and what decides how far it goes where it names no scope of endpoints. */
export type GrantedScope = Readonly<{ scope: string; isFirstParty: boolean; isAdministrator: boolean }>;

/**
 * A refresh may request the granted scope or a part of it, and nothing else (RFC 6749 §6). A grant with API scopes
 * stays limited: requesting none of them means `read`, not everything.
 */
export function narrowScope(grant: GrantedScope, text: string): string {
  const scope = parseScope(text);
  const isLimited = parseResourceScopes(grant.scope).length > 0 && parseResourceScopes(scope).length === 0;
  const narrowed = isLimited ? addScope(scope, 'read') : scope;
  const names: readonly string[] = [...grant.scope.split(' '), ...listImpliedScopes(grant)];
  if (!narrowed.split(' ').every((name) => names.includes(name))) throw new InvalidScopeError(names);
  return narrowed;
}

/** A grant that names no scope of endpoints is everything by a first-party key, and `read` by any other. */
function listImpliedScopes({ scope, isFirstParty, isAdministrator }: GrantedScope): readonly ResourceScope[] {
  if (parseResourceScopes(scope).length > 0) return [];
  if (!isFirstParty) return ['read'];
  return RESOURCE_SCOPES.filter((name) => name !== 'admin' || isAdministrator);
}

/** The user who grants a scope, and whether a page asked for consent. */
type Grantor = Readonly<{ userId: number; actingUserId: number; role: Role; isInteractive: boolean }>;

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

/** The attributes of a token: its scope, whether its key is first-party for the signed-in user, and the role of its user. */
type TokenAttributes = Readonly<{ scope: string; isFirstParty: boolean; role: Role }>;

/** As what a token acts, and to which scopes it is limited; without `limitedTo`, to none. */
type TokenRights = Readonly<{ role: Role; limitedTo?: readonly ResourceScope[] }>;

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
