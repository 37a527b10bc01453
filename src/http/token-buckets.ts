import { BoundedMap } from './bounded-map.js';

/**
 * Token buckets by key, in memory. Of each bucket only the moment is kept at which it will be full again (the generic cell
 * rate algorithm), so a key costs one number, and time passes without a timer. The keys used longest ago are dropped when there
 * are too many: a dropped key starts with a full bucket.
 */
export type Quota = Readonly<{ capacity: number; perSecond: number }>;

export type Decision = Readonly<{
  allowed: boolean;
  remaining: number;
  fullInSeconds: number;
  retryAfterSeconds: number;
}>;

export class TokenBuckets {
  private readonly fullAt: BoundedMap<string, number>;
  private readonly msPerToken: number;

  constructor(
    readonly quota: Quota,
    keysMax: number,
  ) {
    this.msPerToken = 1000 / quota.perSecond;
    this.fullAt = new BoundedMap(keysMax);
  }

  get size(): number {
    return this.fullAt.size;
  }

  /**
   * Takes one token or so many, all or none; more than a full bucket has are as many as it has. `nowMs` may be any clock that does not
   * run backwards.
   */
  take(key: string, nowMs: number, tokens = 1): Decision {
    const fullAt = Math.max(this.fullAt.get(key) ?? nowMs, nowMs);
    const fullAtAfter = fullAt + Math.min(tokens, this.quota.capacity) * this.msPerToken;
    const allowed = fullAtAfter - nowMs <= this.quota.capacity * this.msPerToken + TOLERANCE_MS;
    const newFullAt = allowed ? fullAtAfter : fullAt;
    this.fullAt.set(key, newFullAt);
    return {
      allowed,
      remaining: Math.max(0, Math.floor(this.quota.capacity - (newFullAt - nowMs) / this.msPerToken + TOLERANCE_MS)),
      fullInSeconds: Math.ceil((newFullAt - nowMs - TOLERANCE_MS) / 1000),
      retryAfterSeconds: allowed
        ? 0
        : Math.max(1, Math.ceil((fullAtAfter - nowMs - this.quota.capacity * this.msPerToken - TOLERANCE_MS) / 1000)),
    };
  }

  /** In how many seconds a token can be taken; 0 if there is one now. Nothing is taken. */
  waitSeconds(key: string, nowMs: number): number {
    const untilFullMs = (this.fullAt.get(key) ?? nowMs) - nowMs;
    return Math.max(0, Math.ceil((untilFullMs - (this.quota.capacity - 1) * this.msPerToken - TOLERANCE_MS) / 1000));
  }

  /** Takes one token even if there is none: what has happened counts, however many came at once. */
  charge(key: string, nowMs: number): void {
    this.fullAt.set(key, Math.max(this.fullAt.get(key) ?? nowMs, nowMs) + this.msPerToken);
  }
}

/** Doubles add up to a hair more than they should. */
const TOLERANCE_MS = 1e-6;
