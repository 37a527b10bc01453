import { Buckets } from '../http/bucket.js';
import { TooManyByKey } from './oauth-errors.js';

const KEYS_MAX = 10_000;

/** Slows down an API key at an endpoint of OAuth, once it is proven: nobody else can use up what is its own. Ten seconds' worth may come at once. */
export class KeyLimit {
  private readonly buckets: Buckets;

  constructor(perSecond: number) {
    this.buckets = new Buckets({ capacity: perSecond * 10, perSecond }, KEYS_MAX);
  }

  count(clientId: string): void {
    const { allowed, retryAfterSeconds } = this.buckets.take(clientId, performance.now());
    if (!allowed) throw new TooManyByKey(retryAfterSeconds);
  }
}
