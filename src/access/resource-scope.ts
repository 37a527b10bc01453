/** The scopes that open endpoints, beside those of OpenID Connect: each opens what stands beside it in `src/auth/route-scopes.ts`. */
export type ResourceScope = 'read' | 'trade' | 'keys' | 'admin';

export const RESOURCE_SCOPES: readonly ResourceScope[] = ['read', 'trade', 'keys', 'admin'];

/** The scopes of a text that open endpoints, in the order of the list. */
export function resourcesIn(scope: string): ResourceScope[] {
  const names = scope.split(' ');
  return RESOURCE_SCOPES.filter((name) => names.includes(name));
}

/** The names of a scope without those that are left out. */
export function withoutScopes(scope: string, leftOut: readonly ResourceScope[]): string {
  return scope
    .split(' ')
    .filter((name) => name !== '' && !(leftOut as readonly string[]).includes(name))
    .join(' ');
}

/** A scope with one name more, once. */
export function withScope(scope: string, name: ResourceScope): string {
  return [
    ...withoutScopes(scope, [name])
      .split(' ')
      .filter((each) => each !== ''),
    name,
  ].join(' ');
}
