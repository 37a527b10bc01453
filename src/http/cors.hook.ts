import type { FastifyInstance } from 'fastify';
import type { AllowedOrigins } from './allowed-origins.js';
import { addVary } from './vary.js';

const exposedHeaders =
  'Allow, Idempotent-Replayed, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';
const allowedHeaders = 'Accept, Authorization, Content-Type, Idempotency-Key, Prefer, X-Request-Id';

/**
 * Cross-origin reads, for registered origins only. Never with credentials: a cookie permits no JSON, so other sites
 * need none. OPTIONS answers preflights.
 */
export function registerCors(fastify: FastifyInstance, origins: AllowedOrigins): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined) {
      done();
      return;
    }
    reply.header('vary', addVary(reply.getHeader('vary'), 'Origin'));
    origins.isAllowed(origin).then((allowed) => {
      if (allowed)
        reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders });
      if (allowed && request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
        reply.headers({
          'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers': allowedHeaders,
          'access-control-max-age': '600',
        });
      }
      done();
    }, done);
  });
}
