import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wantsJson } from './accept.js';
import { errorPage } from './error.page.js';
import { layout } from './layout.page.js';
import type { Visit } from './page.js';
import { resourcePage } from './resource.page.js';

/**
 * The one place that chooses between HTML and JSON. It runs on every object that leaves the house, whether a handler
 * returned it or the error filter described it, so neither ever looks at Accept. A Fastify hook and not a Nest
 * interceptor: it also sees errors and unknown routes.
 */
export function negotiate(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (request, reply, view, done) => {
    done(null, inTheCallersTongue(request, reply, view));
  });
}

function inTheCallersTongue(request: FastifyRequest, reply: FastifyReply, view: unknown): unknown {
  const { page = resourcePage, alwaysJson = false } = request.routeOptions.config;
  if (alwaysJson) return view;

  reply.header('vary', 'accept');
  if (wantsJson(request.headers.accept)) return view;

  const show = reply.statusCode < 300 ? page : errorPage;
  const visit: Visit = {
    path: request.url,
    baseUrl: `${request.protocol}://${request.host}`,
    version: '',
    requestId: request.id,
    person: null,
    flash: null,
    theme: null,
    next: null,
    asset: (name) => `/assets/${name}`,
  };
  reply.type('text/html; charset=utf-8').serializer(String);
  return layout(show(view as never, visit), visit);
}
