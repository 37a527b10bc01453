import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UnknownRouteError, WrongMethodError } from './http-errors.js';
import { RouteTable } from './route-table.js';

/**
 * Requests without a route: 405 with `Allow` where other methods are accepted (without OPTIONS, which is
 * accepted everywhere), 404 elsewhere. Decided before a body is read and before credentials are needed.
 */
export class UnknownRoutes {
  private readonly table = new RouteTable();

  attach(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      this.table.add(method, url);
    });
  }

  onRequest(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    if (!request.is404) {
      done();
      return;
    }
    const allow = this.table.formatAllow(request.url.split('?', 1)[0] ?? '/');
    if (allow === null) done(new UnknownRouteError());
    else if (request.method === 'OPTIONS') reply.code(204).header('allow', allow).send();
    else done(new WrongMethodError(request.method, withoutOptions(allow)));
  }
}

const withoutOptions = (allow: string): string =>
  allow
    .split(', ')
    .filter((method) => method !== 'OPTIONS')
    .join(', ');
