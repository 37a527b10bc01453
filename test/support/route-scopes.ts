import { findRouteScope } from '../../src/auth/route-scopes.js';
import type { TestApp } from './test-app.js';

type OpenApiFields = Readonly<{
  paths: Readonly<
    Record<string, Readonly<Record<string, Readonly<{ security?: readonly Readonly<Record<string, unknown>>[] }>>>>
  >;
}>;

/** It looks at the scope by itself: a user who may know the user may ask, without any scope of endpoints. */
const ITS_OWN = '/oauth/userinfo';

/** Every endpoint that takes an access token, as /openapi.json describes it, and that the table of scopes does not know. */
export async function undecidedRoutes(testApp: TestApp): Promise<string[]> {
  const { paths } = (await testApp.request('GET', '/openapi.json')).json<OpenApiFields>();
  const takingTokens = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { security = [] }]) =>
      security.some((way) => 'bearer' in way)
        ? [[method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1')] as const]
        : [],
    ),
  );
  if (takingTokens.length < 50) throw new TypeError(`only ${takingTokens.length} endpoints take a token`);
  return takingTokens
    .filter(([method, route]) => route !== ITS_OWN && findRouteScope(method, route) === null)
    .map((route) => route.join(' '));
}

/** The operations that `/openapi.json` gives another scope than the table of scopes, and how many have one. */
export function compareDocumentedScopes({ paths }: OpenApiFields): Readonly<{ count: number; different: string[] }> {
  const named = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { security = [] }]) =>
      security.flatMap((way) =>
        Object.values(way)
          .flat()
          .map((scope) => ({ route: [method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1')] as const, scope })),
      ),
    ),
  );
  const different = named.filter(({ route, scope }) => findRouteScope(...route) !== scope);
  return { count: named.length, different: different.map(({ route }) => route.join(' ')) };
}
