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

  /**
   * The nearest path at or above this one that a browser can open. `/alerts/new` takes forms only: that `/alerts/:id` would match it as
   * well makes it no page.
   */
  findReadable(path: string): string {
    const parts = path.replace(/\/$/, '').split('/');
    while (parts.length > 1 && !this.isReadable(parts.join('/'))) parts.pop();
    return parts.join('/') || '/';
  }

  /** The router prefers fixed segments, the first ones most. */
  private isReadable(path: string): boolean {
    const [pattern] = [...this.patterns.entries()]
      .filter(([, { matches }]) => matches.test(path))
      .map(([text, { methods }]) => ({ rank: text.replace(/:[^/]+/g, '~').replace('*', '~~'), methods }))
      .sort((one, other) => (one.rank < other.rank ? -1 : 1));
    return pattern?.methods.has('GET') === true;
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

  /** The nearest path at or above this one that has a page. */
  findReadable(path: string): string {
    return this.table.findReadable(path);
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
