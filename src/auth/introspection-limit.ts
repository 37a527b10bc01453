import { Buckets } from '../http/bucket.js';
import { TooManyIntrospections } from './oauth-errors.js';

const KEYS_MAX = 10_000;

/** RFC 7662 §4: whoever tries tokens one after another is slowed down. Ten seconds' worth may come at once. */
export class IntrospectionLimit {
  private readonly buckets: Buckets;

  constructor(perSecond: number) {
    this.buckets = new Buckets({ capacity: perSecond * 10, perSecond }, KEYS_MAX);
  }

  count(clientId: string): void {
    const { allowed, retryAfterSeconds } = this.buckets.take(clientId, performance.now());
    if (!allowed) throw new TooManyIntrospections(retryAfterSeconds);
  }
}
