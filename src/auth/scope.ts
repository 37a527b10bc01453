import { RESOURCE_SCOPES, parseResourceScopes, addScope } from '../access/actor.js';
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

/**
 * A refresh may request the granted scope or a part of it, and nothing else (RFC 6749 §6). A grant with API scopes
 * stays limited: requesting none of them means `read`, not everything.
 */
export function narrowScope(granted: string, text: string | undefined): string {
  if (text === undefined) return granted;
  const names = granted.split(' ');
  const scope = parseScope(text);
  const isLimited = parseResourceScopes(granted).length > 0 && parseResourceScopes(scope).length === 0;
  const narrowed = isLimited ? addScope(scope, 'read') : scope;
  if (!narrowed.split(' ').every((name) => names.includes(name))) throw new InvalidScopeError(names);
  return narrowed;
}
