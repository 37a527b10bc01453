import { TokenBuckets, type Quota } from '../http/token-buckets.js';

const KEYS_MAX = 10_000;

/** A rate limit per API key. */
export class KeyLimit {
  private readonly buckets: TokenBuckets;

  constructor(quota: Quota) {
    this.buckets = new TokenBuckets(quota, KEYS_MAX);
  }

  /** Counts a request of the key. Returns 0, or the seconds to wait. */
  count(clientId: string): number {
    return this.buckets.take(clientId, performance.now()).retryAfterSeconds;
  }
}
