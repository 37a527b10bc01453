import type { FastifyInstance } from 'fastify';
import { UnknownRouteError, WrongMethodError } from './http-errors.js';
import { RouteTable } from './route-table.js';

/**
 * Requests without a route: 405 with `Allow` where other methods are accepted (OPTIONS, which always is, goes without saying there), 404
 * elsewhere, and OPTIONS everywhere. It is asked
 * before any body is read and before anyone has to say who they are. Must be added before the routes, to see them.
 */
export function handleUnknownRoutes(fastify: FastifyInstance): void {
  const table = new RouteTable();
  fastify.addHook('onRoute', ({ method, url }) => {
    table.add(method, url);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    const allow = table.formatAllow(request.url.split('?', 1)[0] ?? '/');
    if (allow === null) done(new UnknownRouteError());
    else if (request.method === 'OPTIONS') reply.code(204).header('allow', allow).send();
    else
      done(
        new WrongMethodError(
          request.method,
          allow
            .split(', ')
            .filter((method) => method !== 'OPTIONS')
            .join(', '),
        ),
      );
  });
}
