import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnonymousRateLimit } from './anonymous-rate-limit.hook.js';

/**
 * Whoever stands here has passed the access guard. If that recognized nobody, the door is open to all, and what the caller
 * sent as credentials is worth nothing: they are counted before any work is done for them.
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
