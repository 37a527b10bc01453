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
