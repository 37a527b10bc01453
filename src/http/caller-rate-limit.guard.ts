import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallerIdentity, CallerRateLimit, type RatePolicy, type TokenCounts } from './caller-rate-limit.js';
import { TooManyRequestsError } from './http-errors.js';

/** The authenticated caller: the acting user (the administrator, not the customer) and the key. */
export function toCallerIdentity({ actor, clientId: keyId, isAuthenticated }: FastifyRequest): CallerIdentity | null {
  return isAuthenticated === true
    ? { userId: actor?.actingUserId ?? null, clientId: actor?.clientId ?? keyId ?? null }
    : null;
}

/** Counts requests per caller. */
@Injectable()
export class CallerRateLimitGuard implements CanActivate {
  constructor(private readonly limit: CallerRateLimit) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const caller = toCallerIdentity(request);
    if (caller === null) return true;
    const reply = http.getResponse<FastifyReply>();
    const { requests, cancels } = calculateTokens(request);
    if (requests > 0) this.countTokens('requests', caller, { reply, tokens: requests });
    if (cancels > 0) this.countTokens('cancels', caller, { reply, tokens: cancels });
    return true;
  }

  /** The headers describe the last counted policy. */
  private countTokens(
    policy: RatePolicy,
    caller: CallerIdentity,
    { reply, tokens }: Readonly<{ reply: FastifyReply; tokens: number }>,
  ): void {
    const result = this.limit.countTokens(policy, caller, performance.now(), tokens);
    if (!result) return;
    reply.header('ratelimit-policy', result.policy).header('ratelimit', result.remaining);
    if (result.retryAfterSeconds > 0)
      throw new TooManyRequestsError(result.retryAfterSeconds, 'from this user or by this API key');
  }
}

const SINGLE_REQUEST: Readonly<Record<RatePolicy, TokenCounts>> = {
  requests: { requests: 1, cancels: 0 },
  cancels: { requests: 0, cancels: 1 },
};

function calculateTokens({ routeOptions, body }: FastifyRequest): TokenCounts {
  const { rateLimitedAs = 'requests' } = routeOptions.config;
  return typeof rateLimitedAs === 'string' ? SINGLE_REQUEST[rateLimitedAs] : rateLimitedAs(body);
}
