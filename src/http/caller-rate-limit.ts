import { TokenBuckets, type Decision } from './token-buckets.js';

/** For what a request is counted. Each has buckets of its own, so that canceling is never held up by submitting. */
export type RatePolicy = 'requests' | 'cancels';

/** How many of each kind a request is counted as. */
export type TokenCounts = Readonly<Record<RatePolicy, number>>;

/** Who acts, and by which key; one of the two may be unknown. */
export type CallerIdentity = Readonly<{ userId: number | null; clientId: string | null }>;

/** The two headers of draft-ietf-httpapi-ratelimit-headers-11, and how long to wait; 0 is not at all. */
export type RateLimitResult = Readonly<{ policy: string; remaining: string; retryAfterSeconds: number }>;

type CallerRates = Readonly<{ userPerSecond: number; keyPerSecond: number }>;

/** Ten seconds' worth may come at once. */
const BURST_SECONDS = 10;

/** A bucket costs about a hundred bytes. */
const CALLERS_MAX = 100_000;

/**
 * How many requests a recognized user may send, by whatever key, and how many may come by a key, for whatever user. Two
 * look-ups for each request; nothing runs in the background, and the caller that was inactive longest is dropped first.
 */
export class CallerRateLimit {
  private readonly users = new Map<RatePolicy, TokenBuckets>();
  private readonly clients = new Map<RatePolicy, TokenBuckets>();
  private readonly userPolicy: string;
  private readonly clientPolicy: string;

  constructor({ userPerSecond, keyPerSecond }: CallerRates) {
    for (const policy of ['requests', 'cancels'] as const) {
      this.users.set(
        policy,
        new TokenBuckets({ capacity: userPerSecond * BURST_SECONDS, perSecond: userPerSecond }, CALLERS_MAX),
      );
      this.clients.set(
        policy,
        new TokenBuckets({ capacity: keyPerSecond * BURST_SECONDS, perSecond: keyPerSecond }, CALLERS_MAX),
      );
    }
    this.userPolicy = `;q=${userPerSecond * BURST_SECONDS};w=${BURST_SECONDS}`;
    this.clientPolicy = `;q=${keyPerSecond * BURST_SECONDS};w=${BURST_SECONDS}`;
  }

  /** A key alone is counted for itself; a user who came by a session, too. Null where nobody is known. */
  countTokens(
    policy: RatePolicy,
    { userId, clientId }: CallerIdentity,
    nowMs: number,
    tokens: number,
  ): RateLimitResult | null {
    const prefix = policy === 'requests' ? '' : `${policy}-`;
    const { userDecision, clientDecision } = this.takeTokens(policy, { userId, clientId }, nowMs, tokens);
    if (userDecision && clientDecision) {
      return {
        policy: `"${prefix}user"${this.userPolicy}, "${prefix}key"${this.clientPolicy}`,
        remaining: `"${prefix}user"${formatRemaining(userDecision)}, "${prefix}key"${formatRemaining(clientDecision)}`,
        retryAfterSeconds: Math.max(userDecision.retryAfterSeconds, clientDecision.retryAfterSeconds),
      };
    }
    if (userDecision)
      return {
        policy: `"${prefix}user"${this.userPolicy}`,
        remaining: `"${prefix}user"${formatRemaining(userDecision)}`,
        retryAfterSeconds: userDecision.retryAfterSeconds,
      };
    if (clientDecision)
      return {
        policy: `"${prefix}key"${this.clientPolicy}`,
        remaining: `"${prefix}key"${formatRemaining(clientDecision)}`,
        retryAfterSeconds: clientDecision.retryAfterSeconds,
      };
    return null;
  }

  /** What a user's own limit refuses takes nothing from the others who use the key. */
  private takeTokens(
    policy: RatePolicy,
    { userId, clientId }: CallerIdentity,
    nowMs: number,
    tokens: number,
  ): Readonly<{ userDecision: Decision | null; clientDecision: Decision | null }> {
    const userDecision = userId === null ? null : (this.users.get(policy)?.take(String(userId), nowMs, tokens) ?? null);
    const counted = userDecision?.allowed === false ? 0 : tokens;
    return {
      userDecision,
      clientDecision: clientId === null ? null : (this.clients.get(policy)?.take(clientId, nowMs, counted) ?? null),
    };
  }
}

const formatRemaining = ({ remaining, fullInSeconds }: Decision): string => `;r=${remaining};t=${fullInSeconds}`;
