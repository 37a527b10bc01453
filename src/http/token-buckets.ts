import { BoundedMap } from '../access/bounded-map.js';

/**
 * Token buckets by key, in memory. Only the time at which a bucket is full again is stored (the generic cell rate
 * algorithm), so a key costs one number and no timer. Beyond the maximum the least recently used keys are evicted: an
 * evicted key starts with a full bucket.
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
   * Takes one token or several, all or none; requests above the capacity take a full bucket. `nowMs` may be any
   * monotonic clock.
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

  /** The seconds until a token is available; 0 if there is one now. Takes nothing. */
  waitSeconds(key: string, nowMs: number): number {
    const untilFullMs = (this.fullAt.get(key) ?? nowMs) - nowMs;
    return Math.max(0, Math.ceil((untilFullMs - (this.quota.capacity - 1) * this.msPerToken - TOLERANCE_MS) / 1000));
  }

  /** Takes a token even if there is none: past events count. */
  charge(key: string, nowMs: number): void {
    this.fullAt.set(key, Math.max(this.fullAt.get(key) ?? nowMs, nowMs) + this.msPerToken);
  }
}

/** Sums of doubles exceed the exact value slightly. */
const TOLERANCE_MS = 1e-6;
