import type { FastifyInstance } from 'fastify';
import { UnknownRoute, WrongMethod } from './http-errors.js';
import { RouteTable } from './route-table.js';

/**
 * What no door answers: 405 with `Allow` where other methods are taken (OPTIONS, which always is, goes without saying there), 404
 * elsewhere, and OPTIONS everywhere. It is asked
 * before any body is read and before anyone has to say who they are. Must be added before the routes, to see them.
 */
export function answerUnknownRoutes(fastify: FastifyInstance): void {
  const table = new RouteTable();
  fastify.addHook('onRoute', ({ method, url }) => {
    table.add(method, url);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    const allow = table.allow(request.url.split('?', 1)[0] ?? '/');
    if (allow === null) done(new UnknownRoute());
    else if (request.method === 'OPTIONS') reply.code(204).header('allow', allow).send();
    else
      done(
        new WrongMethod(
          request.method,
          allow
            .split(', ')
            .filter((method) => method !== 'OPTIONS')
            .join(', '),
        ),
      );
  });
}
