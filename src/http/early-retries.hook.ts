import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { CallerIdentity } from './caller-rate-limit.js';
import { toCallerIdentity } from './caller-rate-limit.guard.js';
import { EarlyRetries } from './early-retries.js';

/** Refusals for too much: over the rate limit, or more order actions than fit into the queue of the exchange. */
const OVERLOAD_CODES = new Set(['too_many_requests', 'exchange_busy']);

/**
 * How long the refusal of an early retry is held back, at least and at most. A client that ignores `Retry-After` on a hundred connections
 * would otherwise send thousands of lists a second, and reading them takes the time of all other users. At random, so that the
 * connections do not come again all at once.
 */
const DELAY_RANGE_MS = [1_000, 2_000] as const;
/** A request that has waited for so long already is answered: whatever comes of a request, its caller hears it within five seconds. */
const DELAY_SKIPPED_AFTER_MS = 1_000;

/** Delays the refusal of an overload where the same user, or the same API key without a user, ignored an earlier `Retry-After`. */
export function delayEarlyRetries(fastify: FastifyInstance): void {
  const retries = new EarlyRetries();
  fastify.addHook('onSend', async (request, reply) => {
    const caller =
      OVERLOAD_CODES.has(request.errorCode ?? '') && reply.elapsedTime < DELAY_SKIPPED_AFTER_MS
        ? toCallerIdentity(request)
        : null;
    if (
      caller === null ||
      !retries.recordRejection(formatCaller(caller), performance.now(), Number(reply.getHeader('retry-after')))
    )
      return;
    request.body = undefined; // It may be large, and nobody needs it any more.
    await pause(randomInt(...DELAY_RANGE_MS));
  });
}

const formatCaller = ({ userId, clientId }: CallerIdentity): string =>
  userId === null ? `key ${clientId}` : `user ${userId}`;
