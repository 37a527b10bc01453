import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, CallerLimit, RatePolicy, Tokens } from './caller-limit.js';
import { TooManyRequests } from './http-errors.js';

/** Whom the access guard has recognised: the one who acts, an administrator and not the customer they act for, and the key. */
export function callerOf({ actor, keyId, isRecognised }: FastifyRequest): Caller | null {
  return isRecognised === true
    ? { userId: actor?.actingUserId ?? null, keyId: actor?.clientId ?? keyId ?? null }
    : null;
}

/** Counts what comes from each caller. */
export class Callers implements CanActivate {
  constructor(private readonly limit: CallerLimit) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const caller = callerOf(request);
    if (caller === null) return true;
    const reply = http.getResponse<FastifyReply>();
    const { requests, cancels } = tokensFor(request);
    if (requests > 0) this.count('requests', caller, { reply, tokens: requests });
    if (cancels > 0) this.count('cancels', caller, { reply, tokens: cancels });
    return true;
  }

  /** The headers tell of what was counted last. */
  private count(
    policy: RatePolicy,
    caller: Caller,
    { reply, tokens }: Readonly<{ reply: FastifyReply; tokens: number }>,
  ): void {
    const count = this.limit.count(policy, caller, performance.now(), tokens);
    if (!count) return;
    reply.header('ratelimit-policy', count.policy).header('ratelimit', count.left);
    if (count.retryAfterSeconds > 0)
      throw new TooManyRequests(count.retryAfterSeconds, 'from this user or by this API key');
  }
}

const ONE: Readonly<Record<RatePolicy, Tokens>> = {
  requests: { requests: 1, cancels: 0 },
  cancels: { requests: 0, cancels: 1 },
};

function tokensFor({ routeOptions, body }: FastifyRequest): Tokens {
  const { countedAs = 'requests' } = routeOptions.config;
  return typeof countedAs === 'string' ? ONE[countedAs] : countedAs(body);
}
