import { Buckets } from '../http/bucket.js';
import { TooManyAttempts } from './oauth-errors.js';
import { callerByAddress, usernameKey } from './sign-in-caller.js';

const KEYS_MAX = 50_000;

/** Every sign-up counts, whatever comes of it: it may be a search for emails that are taken, or for room in the database. No password is tried by it, so no sign-in is refused for it. */
export class SignUpLimit {
  private readonly perEmail = new Buckets({ capacity: 10, perSecond: 1 / 30 }, KEYS_MAX);
  private readonly perAddress = new Buckets({ capacity: 100, perSecond: 1 / 3 }, KEYS_MAX);

  count(email: string, address: string): void {
    const { source } = callerByAddress(address);
    const now = performance.now();
    for (const draw of [this.perEmail.take(`${source} ${usernameKey(email)}`, now), this.perAddress.take(source, now)]) {
      if (!draw.allowed) throw new TooManyAttempts(draw.retryAfterSeconds);
    }
  }
}
