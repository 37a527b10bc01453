import { Buckets } from '../http/bucket.js';
import { TooManyRegistrations } from './user-errors.js';

const KEYS_MAX = 10_000;

/** How many users one API key registers in an hour; as many may come at once. */
export class RegistrationLimit {
  private readonly buckets: Buckets;

  constructor(perHour: number) {
    this.buckets = new Buckets({ capacity: perHour, perSecond: perHour / 3600 }, KEYS_MAX);
  }

  count(keyId: string): void {
    const { allowed, retryAfterSeconds } = this.buckets.take(keyId, performance.now());
    if (!allowed) throw new TooManyRegistrations(retryAfterSeconds);
  }
}
