import { getClientAddress } from '../database/unit-of-work.js';
import { TokenBuckets } from '../http/token-buckets.js';
import { TooManyProofsError } from './user-errors.js';

const PER_ADDRESS = { capacity: 10, perSecond: 1 / 30 };
const PER_USER = { capacity: 100, perSecond: 1 / 600 };
const KEYS_MAX = 100_000;

/** A found token must not serve to guess the password. Counted per address, so that the owner is not locked out from elsewhere, and slowly per user, against many addresses. */
export class ProofLimit {
  private readonly perAddress = new TokenBuckets(PER_ADDRESS, KEYS_MAX);
  private readonly perUser = new TokenBuckets(PER_USER, KEYS_MAX);

  /** Before any password is hashed. */
  count(userId: number): void {
    const here = this.perAddress.take(`${userId} ${getClientAddress() ?? ''}`, performance.now());
    if (!here.allowed) throw new TooManyProofsError(here.retryAfterSeconds);
    const everywhere = this.perUser.take(String(userId), performance.now());
    if (!everywhere.allowed) throw new TooManyProofsError(everywhere.retryAfterSeconds);
  }
}
