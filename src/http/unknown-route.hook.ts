import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UnknownRouteError, WrongMethodError } from './http-errors.js';

/** Finds the methods of a path: only used when no route matches, so it need not be fast. */
export class RouteTable {
  private readonly patterns = new Map<string, { matches: RegExp; methods: Set<string> }>();

  add(methods: string | readonly string[], pattern: string): void {
    const entry = this.patterns.get(pattern) ?? { matches: toRegExp(pattern), methods: new Set(['OPTIONS']) };
    for (const method of [methods].flat()) entry.methods.add(method);
    this.patterns.set(pattern, entry);
  }

  /** As the `Allow` header, or null for an unknown path. */
  formatAllow(path: string): string | null {
    const methods = new Set<string>();
    for (const pattern of this.patterns.values()) {
      if (pattern.matches.test(path)) for (const method of pattern.methods) methods.add(method);
    }
    return methods.size > 0 ? [...methods].sort().join(', ') : null;
  }
}

/** `:name` is one segment, `*` the rest; a trailing slash is ignored, as in the router. */
function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/\/$/, '')
    .split('/')
    .map((segment) =>
      segment.startsWith(':') ? '[^/]+' : segment === '*' ? '.*' : segment.replace(/[.+?^${}()|[\]\\*]/g, '\\$&'),
    )
    .join('/');
  return new RegExp(`^${source}/?$`);
}

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
