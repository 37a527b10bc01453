import { RESOURCE_SCOPES, parseResourceScopes, addScope } from '../access/resource-scope.js';
import { InvalidScopeError } from './oauth-errors.js';

/** The scopes that mean something here. The interface itself needs none but `openid`. */
export const KNOWN_SCOPES: readonly string[] = ['openid', 'profile', 'email', 'offline_access', ...RESOURCE_SCOPES];

const SCOPE_NAME = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** A scope as it is kept: each name once, in the order in which it was asked for. Nothing asked is nothing granted. */
export function parseScope(text = ''): string {
  const names = text.split(' ').filter((name) => name !== '');
  if (!names.every((name) => KNOWN_SCOPES.includes(name))) throw new InvalidScopeError(KNOWN_SCOPES);
  return [...new Set(names)].join(' ');
}

/**
 * Of what was asked for, what means something here. An unknown name is no mistake (OpenID Connect Core §3.1.2.1), what cannot be
 * a name (RFC 6749 §3.3) is.
 */
export function parseKnownScope(text = ''): string {
  const names = text.split(' ').filter((name) => name !== '');
  return parseScope(names.filter((name) => KNOWN_SCOPES.includes(name) || !SCOPE_NAME.test(name)).join(' '));
}

/**
 * Of what was granted once, a part or all of it may be asked for again, and nothing else (RFC 6749 §6). A grant that is limited to scopes of
 * endpoints stays so: to name none of them asks for `read`, and not for everything.
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
