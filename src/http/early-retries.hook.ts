import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallerIdentity, toCallerIdentity } from './caller-rate-limit.guard.js';
import { BoundedMap } from './token-buckets.js';

/**
 * Rejected callers and the time until which each should wait, so that callers who ignore `Retry-After` can be slowed
 * down.
 */
const CALLERS_MAX = 10_000;

export class EarlyRetries {
  private readonly retryAfterTimes = new BoundedMap<string, number>(CALLERS_MAX);

  /** Records a rejection. Returns true if an earlier one asked this caller to wait beyond `nowMs`. */
  recordRejection(caller: string, nowMs: number, retryAfterSeconds: number): boolean {
    const isEarly = nowMs < (this.retryAfterTimes.get(caller) ?? -Infinity);
    this.retryAfterTimes.set(caller, nowMs + retryAfterSeconds * 1_000);
    return isEarly;
  }
}

/** Rejections because of load: over the rate limit, or a full queue of the exchange. */
const OVERLOAD_CODES = new Set(['too_many_requests', 'exchange_busy']);

/**
 * The delay of the rejection of an early retry. A client that ignores `Retry-After` on a hundred connections would
 * otherwise send thousands of lists per second, and parsing them takes the time of other users. Random, so that the
 * connections do not retry all at once.
 */
const DELAY_RANGE_MS = [1_000, 2_000] as const;
/** A request that took this long already is not delayed: every request is answered within five seconds. */
const DELAY_SKIPPED_AFTER_MS = 1_000;

/**
 * Delays a rejection because of load if the same user, or the same API key without a user, ignored an earlier
 * `Retry-After`.
 */
export class EarlyRetryDelay {
  private readonly retries = new EarlyRetries();

  async onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const caller =
      OVERLOAD_CODES.has(request.errorCode ?? '') && reply.elapsedTime < DELAY_SKIPPED_AFTER_MS
        ? toCallerIdentity(request)
        : null;
    if (
      caller !== null &&
      this.retries.recordRejection(formatCaller(caller), performance.now(), Number(reply.getHeader('retry-after')))
    ) {
      request.body = undefined; // It may be large, and nobody needs it any more.
      await pause(randomInt(...DELAY_RANGE_MS));
    }
    return payload;
  }
}

const formatCaller = ({ userId, clientId }: CallerIdentity): string =>
  userId === null ? `key ${clientId}` : `user ${userId}`;
