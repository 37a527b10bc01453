import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnonymousRateLimit } from './anonymous-rate-limit.hook.js';

/**
 * The request has passed the access guard. If that authenticated nobody, the endpoint is public, and the credentials that the caller
 * sent were not verified: they are counted before any work is done for them.
 */
export class AnonymousRateLimitGuard implements CanActivate {
  constructor(private readonly limit: AnonymousRateLimit) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const error = this.limit.countRequest(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
    if (error) throw error;
    return true;
  }
}
