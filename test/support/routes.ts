import { codesIn, tableBelow } from './markdown.js';

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
      .map((method) => `${method} ${above.join('').replace(/^\/assets\/[0-9a-f]{12}\/.+$/, '/assets/:hash/:file')}`);
  });
  return [...new Set(routes)];
}

/** The addresses in the first column of README's table; one cell may hold several. */
export function routesInReadme(readme: string): string[] {
  return tableBelow(readme, 'What answers where').flatMap(([address = '']) => codesIn(address));
}

/** Where the two disagree, one sentence each. */
export function disagreements(routes: readonly string[], documented: readonly string[]): string[] {
  return [
    ...routes
      .filter((route) => !documented.includes(route))
      .map((route) => `${route} answers, and README.md does not say so`),
    ...documented
      .filter((route) => !routes.includes(route))
      .map((route) => `README.md has ${route}, and nothing answers there`),
    ...documented
      .filter((route, index) => documented.indexOf(route) !== index)
      .map((route) => `README.md has ${route} twice`),
  ];
}
