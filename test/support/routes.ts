import { routeDocument } from '../../build/route-document.js';
import { readContract } from '../../src/openapi/contract.js';
import { EndpointsService } from '../../src/openapi/endpoints.service.js';
import type { TestApp } from './test-app.js';

/** The text that `npm run routes` writes, from the routes of a running application. */
export const routeDocumentOf = ({ app }: TestApp): string =>
  routeDocument(app.get(EndpointsService, { strict: false }).list(), readContract());

/**
 * The routes of a Fastify tree, as `printRoutes({ commonPrefix: false })` draws it: `GET /users/me`. HEAD comes with GET, an
 * asset is known by the hash of what it holds, and OPTIONS is asked for by machines alone.
 */
export function routesOf(tree: string, { withOptions = false }: { withOptions?: boolean } = {}): string[] {
  const above: string[] = [];
  const routes = tree.split('\n').flatMap((line) => {
    const [, indent = '', segment = '', methods] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, segment);
    if (methods === undefined) return [];
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD' && (withOptions || method !== 'OPTIONS'))
      .map((method) => `${method} ${above.join('').replace(/^\/assets\/[0-9a-f]{8}\/.+$/, '/assets/:hash/:file')}`);
  });
  return [...new Set(routes)];
}

/** The routes in the first column of every table of docs/routes.md. */
export function routesInDocument(document: string): string[] {
  return [...document.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|/gm)].flatMap(([, route]) => route ?? []);
}

/** One sentence for each route that the router and docs/routes.md do not both have once. */
export function disagreements(routes: readonly string[], documented: readonly string[]): string[] {
  return [
    ...routes
      .filter((route) => !documented.includes(route))
      .map((route) => `docs/routes.md does not have ${route}: npm run routes`),
    ...documented
      .filter((route) => !routes.includes(route))
      .map((route) => `docs/routes.md has ${route}, which the router does not have`),
    ...documented
      .filter((route, index) => documented.indexOf(route) !== index)
      .map((route) => `docs/routes.md has ${route} twice`),
  ];
}
