import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BoundedMap } from '../access/bounded-map.js';
import { TooManyRequestsError } from './http-errors.js';
import { TokenBuckets, type Decision } from './token-buckets.js';
import { randomInt } from 'node:crypto';

/**
 * Rejected callers and the time until which each should wait, so that callers who ignore `Retry-After` can be slowed
 * down.
 */
const REJECTED_CALLERS_MAX = 10_000;

export class EarlyRetries {
  private readonly retryAfterTimes = new BoundedMap<string, number>(REJECTED_CALLERS_MAX);

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

  onSend(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void {
    if (!this.isEarly(request, reply)) {
      done(null, payload);
      return;
    }
    request.body = undefined; // It may be large, and nobody needs it any more.
    setTimeout(() => done(null, payload), randomInt(...DELAY_RANGE_MS));
  }

  private isEarly(request: FastifyRequest, reply: FastifyReply): boolean {
    const { errorCode } = request;
    if (errorCode === undefined || !OVERLOAD_CODES.has(errorCode) || reply.elapsedTime >= DELAY_SKIPPED_AFTER_MS)
      return false;
    const caller = toCallerIdentity(request);
    const retryAfterSeconds = Number(reply.getHeader('retry-after'));
    return caller !== null && this.retries.recordRejection(formatCaller(caller), performance.now(), retryAfterSeconds);
  }
}

const formatCaller = ({ userId, clientId }: CallerIdentity): string =>
  userId === null ? `key ${clientId}` : `user ${userId}`;

const RATE_POLICIES = ['requests', 'cancels'] as const;

/** The policies of a request. Each has its own buckets, so that submitting never blocks canceling. */
export type RatePolicy = (typeof RATE_POLICIES)[number];

/** The tokens that a request takes per policy. */
export type TokenCounts = Readonly<Record<RatePolicy, number>>;

/** The user and the key; one of them may be unknown. */
export type CallerIdentity = Readonly<{ userId: number | null; clientId: string | null }>;

/** The two headers of draft-ietf-httpapi-ratelimit-headers-11, and the seconds to wait; 0 for none. */
type RateLimitResult = Readonly<{ policy: string; remaining: string; retryAfterSeconds: number }>;
type RateLimitHeaders = Omit<RateLimitResult, 'retryAfterSeconds'>;

/** Of the user and of the key; null for one that is not known. */
type CallerDecisions = Readonly<{ user: Decision | null; key: Decision | null }>;

type CallerRates = Readonly<{ userPerSecond: number; keyPerSecond: number }>;

/** The buckets of all users, or of all keys, and their parameters in the header. */
type RateQuota = Readonly<Record<RatePolicy, TokenBuckets> & { parameters: string }>;

/** The capacity is ten seconds' worth. */
const BURST_SECONDS = 10;

/** A bucket takes about a hundred bytes. */
const CALLERS_MAX = 100_000;

function createQuota(perSecond: number): RateQuota {
  const capacity = perSecond * BURST_SECONDS;
  const createBuckets = () => new TokenBuckets({ capacity, perSecond }, CALLERS_MAX);
  return { requests: createBuckets(), cancels: createBuckets(), parameters: `;q=${capacity};w=${BURST_SECONDS}` };
}

/**
 * Limits requests per user across keys, and per key across users. Two look-ups per request, without background work;
 * the caller inactive for longest is evicted first.
 */
export class CallerRateLimit {
  private readonly users: RateQuota;
  private readonly keys: RateQuota;

  constructor({ userPerSecond, keyPerSecond }: CallerRates) {
    this.users = createQuota(userPerSecond);
    this.keys = createQuota(keyPerSecond);
  }

  /** Rejects a caller who exceeds a policy. `onCounted` gets the result of each policy that the request takes. */
  charge(caller: CallerIdentity, tokens: TokenCounts, onCounted?: (result: RateLimitResult) => void): void {
    for (const policy of RATE_POLICIES) {
      if (tokens[policy] === 0) continue;
      const decisions = this.decide(policy, caller, performance.now(), tokens[policy]);
      // The texts of the headers cost as much as the decisions, and a message of a stream has no headers.
      const result = onCounted && this.toResult(policy, decisions);
      if (result) onCounted(result);
      const retryAfterSeconds = getRetryAfter(decisions);
      if (retryAfterSeconds > 0) throw new TooManyRequestsError(retryAfterSeconds, 'from this user or by this API key');
    }
  }

  /** The caller of a request with only a key, or only a session. Null for anonymous callers. */
  countTokens(policy: RatePolicy, caller: CallerIdentity, nowMs: number, tokens: number): RateLimitResult | null {
    return this.toResult(policy, this.decide(policy, caller, nowMs, tokens));
  }

  private decide(
    policy: RatePolicy,
    { userId, clientId }: CallerIdentity,
    nowMs: number,
    tokens: number,
  ): CallerDecisions {
    const user = userId === null ? null : this.users[policy].take(String(userId), nowMs, tokens);
    // A request that the user's limit rejects takes nothing from the key's.
    const counted = user?.allowed === false ? 0 : tokens;
    const key = clientId === null ? null : this.keys[policy].take(clientId, nowMs, counted);
    return { user, key };
  }

  private toResult(policy: RatePolicy, decisions: CallerDecisions): RateLimitResult | null {
    const { user, key } = decisions;
    const prefix = policy === 'requests' ? '' : `${policy}-`;
    const headers = joinHeaders(
      user && toHeaders(`"${prefix}user"`, this.users, user),
      key && toHeaders(`"${prefix}key"`, this.keys, key),
    );
    if (headers === null) return null;
    return { policy: headers.policy, remaining: headers.remaining, retryAfterSeconds: getRetryAfter(decisions) };
  }
}

const getRetryAfter = ({ user, key }: CallerDecisions): number =>
  Math.max(user?.retryAfterSeconds ?? 0, key?.retryAfterSeconds ?? 0);

const toHeaders = (name: string, { parameters }: RateQuota, decision: Decision): RateLimitHeaders => ({
  policy: `${name}${parameters}`,
  remaining: `${name};r=${decision.remaining};t=${decision.fullInSeconds}`,
});

const joinHeaders = (user: RateLimitHeaders | null, key: RateLimitHeaders | null): RateLimitHeaders | null =>
  user === null || key === null
    ? (user ?? key)
    : { policy: `${user.policy}, ${key.policy}`, remaining: `${user.remaining}, ${key.remaining}` };

/** The authenticated caller: the acting user (the administrator, not the customer) and the key. */
function toCallerIdentity({ actor, clientId: keyId, isAuthenticated }: FastifyRequest): CallerIdentity | null {
  return isAuthenticated === true
    ? { userId: actor?.actingUserId ?? null, clientId: actor?.clientId ?? keyId ?? null }
    : null;
}

/** Counts requests per caller. The headers describe the last counted policy. */
@Injectable()
export class CallerRateLimitGuard implements CanActivate {
  constructor(private readonly limit: CallerRateLimit) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const caller = toCallerIdentity(request);
    if (caller === null) return true;
    const reply = http.getResponse<FastifyReply>();
    this.limit.charge(caller, calculateTokens(request), ({ policy, remaining }) => {
      reply.header('ratelimit-policy', policy).header('ratelimit', remaining);
    });
    return true;
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
