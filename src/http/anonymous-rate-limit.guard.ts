import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnonymousRateLimit } from './anonymous-rate-limit.hook.js';

/**
 * The request has passed the access guard. If that authenticated no one, the route is public and the credentials were
 * not verified: the request is counted before any work is done for it.
 */
@Injectable()
export class AnonymousRateLimitGuard implements CanActivate {
  constructor(private readonly limit: AnonymousRateLimit) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const error = this.limit.countRequest(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
    if (error) throw error;
    return true;
  }
}
