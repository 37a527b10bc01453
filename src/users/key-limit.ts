import { TokenBuckets, type Quota } from '../http/token-buckets.js';

const KEYS_MAX = 10_000;

/** Slows down each API key for itself, so that no key can use up what belongs to another. */
export class KeyLimit {
  private readonly buckets: TokenBuckets;

  constructor(quota: Quota) {
    this.buckets = new TokenBuckets(quota, KEYS_MAX);
  }

  /** Counts one request of the key. Above 0 it is one too many, and says in how many seconds the key may come again. */
  count(clientId: string): number {
    return this.buckets.take(clientId, performance.now()).retryAfterSeconds;
  }
}
