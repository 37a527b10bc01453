import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.js';
import { wantsJson } from './accept.js';
import { Cookies } from './cookies.js';
import { errorPage } from './error.page.js';
import { layout } from './layout.page.js';
import type { Visit } from './page.js';
import type { Problem } from './problem.js';
import { resourcePage } from './resource.page.js';
import { withVary } from './vary.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whoever looks at a page, as they would call themselves; set where a session is recognised. */
    person?: string;
  }
}

/** What the shell knows that a single request does not. */
export type Shell = Readonly<{ config: Config; version: string; asset: (name: string) => string; mendOf: (code: string) => string | null }>;

/**
 * The one place that chooses between HTML and JSON. It runs on every object that leaves the house, whether a handler
 * returned it or the error filter described it, so neither ever looks at Accept. A Fastify hook and not a Nest
 * interceptor: it also sees errors and unknown routes.
 */
export class Negotiation {
  private readonly cookies: Cookies;

  constructor(private readonly shell: Shell) {
    this.cookies = new Cookies(shell.config.isHttps);
  }

  listen(fastify: FastifyInstance): void {
    fastify.addHook('preSerialization', (request, reply, view, done) => {
      done(null, this.inTheCallersTongue(request, reply, view));
    });
  }

  inTheCallersTongue(request: FastifyRequest, reply: FastifyReply, view: unknown): unknown {
    const { alwaysJson = false, failsAs } = request.routeOptions.config;
    const problem = isProblem(view, reply.statusCode) ? view : null;
    if (!alwaysJson) reply.header('vary', withVary(reply.getHeader('vary'), 'Accept'));
    if (!alwaysJson && !wantsJson(request.headers.accept)) return this.asPage(request, reply, view, problem);
    return problem && failsAs ? failsAs(problem) : asJson(reply, view, problem);
  }

  private asPage(request: FastifyRequest, reply: FastifyReply, view: unknown, problem: Problem | null): unknown {
    const { page = resourcePage } = request.routeOptions.config;
    const visit = this.visit(request, reply);
    // What was left for the next page is said once; the page that leaves a sentence does not say it itself.
    if (visit.flash !== null && reply.getHeader('set-cookie') === undefined) reply.header('set-cookie', this.cookies.clearFlash());
    reply.type('text/html; charset=utf-8').serializer(String);
    return layout(problem ? errorPage(problem, visit, this.shell.mendOf(problem.code)) : page(view as never, visit), visit);
  }

  private visit(request: FastifyRequest, reply: FastifyReply): Visit {
    const { config, version, asset } = this.shell;
    return {
      path: request.url,
      baseUrl: config.baseUrl,
      version,
      requestId: request.id,
      person: request.person ?? null,
      flash: this.cookies.readFlash(request.headers.cookie),
      theme: this.cookies.readTheme(request.headers.cookie),
      next: nextOf(reply.getHeader('link')),
      asset,
    };
  }
}

function isProblem(view: unknown, status: number): view is Problem {
  return status >= 300 && typeof view === 'object' && view !== null && 'request_id' in view && 'type' in view;
}

function asJson(reply: FastifyReply, view: unknown, problem: Problem | null): unknown {
  if (problem) reply.type('application/problem+json');
  return view;
}

/** The address behind `rel="next"` in a `Link` header (RFC 8288). */
function nextOf(link: unknown): string | null {
  return (typeof link === 'string' && /<([^>]*)>;\s*rel="next"/.exec(link)?.[1]) || null;
}
