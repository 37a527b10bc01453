import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import type { CallerLimit } from './caller-limit.js';
import { TooManyRequests } from './http-errors.js';

/** What the access guard has found out. */
type Recognised = Readonly<{ actor?: Actor; keyId?: string; isRecognised?: boolean }>;

/** Counts whoever was recognised: the one who acts, an administrator and not the customer they act for, and the key. */
export class Callers implements CanActivate {
  constructor(private readonly limit: CallerLimit) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { actor, keyId, isRecognised } = request as Recognised;
    if (isRecognised !== true) return true;
    const caller = { userId: actor?.actingUserId ?? null, keyId: actor?.clientId ?? keyId ?? null };
    const count = this.limit.count(request.routeOptions.config.countedAs ?? 'requests', caller, performance.now());
    if (!count) return true;
    http.getResponse<FastifyReply>().header('ratelimit-policy', count.policy).header('ratelimit', count.left);
    if (count.retryAfterSeconds > 0) throw new TooManyRequests(count.retryAfterSeconds, 'from this user or by this API key');
    return true;
  }
}
