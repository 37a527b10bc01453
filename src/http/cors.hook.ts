import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Hook } from '../access/hook.js';
import { addVary } from './accept.js';

type OriginCheck = (origin: string) => boolean | Promise<boolean>;

/** The origins that may read responses in a browser: those that a registered check knows. */
export class AllowedOrigins {
  readonly checks = Hook.required<OriginCheck>();

  async isAllowed(origin: string): Promise<boolean> {
    for (const check of this.checks.handlers) if (await check(origin)) return true;
    return false;
  }
}

const exposedHeaders =
  'Allow, Idempotent-Replayed, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';
const allowedHeaders = 'Accept, Authorization, Content-Type, Idempotency-Key, Prefer, X-Request-Id';

/**
 * Cross-origin reads, for registered origins only. Never with credentials: a cookie permits no JSON, so other sites
 * need none. OPTIONS answers preflights.
 */
@Injectable()
export class Cors {
  constructor(private readonly origins: AllowedOrigins) {}

  onRequest(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const { origin } = request.headers;
    if (origin === undefined) {
      done();
      return;
    }
    reply.header('vary', addVary(reply.getHeader('vary'), 'Origin'));
    this.origins.isAllowed(origin).then((isAllowed) => {
      if (isAllowed) allow(origin, request, reply);
      done();
    }, done);
  }
}

function allow(origin: string, { method, headers }: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders });
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return;
  reply.headers({
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': '600',
  });
}
