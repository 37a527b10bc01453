import { callersAddress } from '../access/whereabouts.js';
import { Buckets } from '../http/bucket.js';
import { TooManyProofs } from './user-errors.js';

const QUOTA = { capacity: 10, perSecond: 1 / 30 };
const KEYS_MAX = 100_000;

/** Whoever found a token must not guess the password with it. Counted per address, so that the owner is not locked out from elsewhere. */
export class ProofLimit {
  private readonly buckets = new Buckets(QUOTA, KEYS_MAX);

  /** Before any password is hashed. */
  count(userId: number): void {
    const { allowed, retryAfterSeconds } = this.buckets.take(`${userId} ${callersAddress() ?? ''}`, performance.now());
    if (!allowed) throw new TooManyProofs(retryAfterSeconds);
  }
}
