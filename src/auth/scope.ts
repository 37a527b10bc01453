import { InvalidScope } from './oauth-errors.js';

/** The scopes that mean something here. The interface itself needs none but `openid`. */
export const KNOWN_SCOPES: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];

/** A scope as it is kept: each name once, in the order in which it was asked for. Nothing asked is nothing granted. */
export function readScope(text = ''): string {
  const names = text.split(' ').filter((name) => name !== '');
  if (!names.every((name) => KNOWN_SCOPES.includes(name))) throw new InvalidScope(KNOWN_SCOPES);
  return [...new Set(names)].join(' ');
}

/** Of what was granted once, a part or all of it may be asked for again, and nothing else (RFC 6749 §6). */
export function narrowScope(granted: string, text: string | undefined): string {
  if (text === undefined) return granted;
  const names = granted.split(' ');
  const scope = readScope(text);
  if (!scope.split(' ').every((name) => names.includes(name))) throw new InvalidScope(names);
  return scope;
}
