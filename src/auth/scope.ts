import { RESOURCE_SCOPES, type ResourceScope, parseResourceScopes, addScope } from '../access/actor.js';
import { InvalidScopeError } from './oauth/oauth-errors.js';

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
