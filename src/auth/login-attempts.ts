import { TokenBuckets, type Quota } from '../http/token-buckets.js';
import { TooManyAttemptsError } from './oauth-errors.js';
import { type SignInCaller, normalizeUsername } from './sign-in-caller.js';

const KEYS_MAX = 50_000;

/** For one user by one caller. */
const PER_USER_AND_CALLER: Quota = { capacity: 10, perSecond: 1 / 30 };

/** For all users by one address or one API key. Beyond it that source is crowded: it is not closed, but has less for each user. */
const PER_SOURCE: Quota = { capacity: 100, perSecond: 1 / 3 };
const PER_USER_AT_BUSY_SOURCE: Quota = { capacity: 3, perSecond: 1 / 900 };

/** For one user by all unknown callers together, and for one user by one known caller: what stops a patient guesser. */
const PER_USER: Quota = { capacity: 100, perSecond: 1 / 600 };
const PER_USER_AND_KNOWN_SOURCE: Quota = { capacity: 100, perSecond: 1 / 600 };

/**
 * Counts failed sign-ins, and refuses further ones before any password is hashed. Only failures are counted: a program that signs in
 * rightly, be it fifty times at once, is never slowed down here. A volley of guesses gets no further than one after another, for each
 * is checked again when it is its turn to be hashed.
 *
 * A known caller (a browser or a key with which this user has signed in before) is counted for itself alone, so that the failures of
 * others never refuse it. An unknown one shares the slow count of the user. docs/decisions/0058 has the bounds.
 */
export class LoginAttempts {
  private readonly perUserAndCaller = new TokenBuckets(PER_USER_AND_CALLER, KEYS_MAX);
  private readonly perSource = new TokenBuckets(PER_SOURCE, KEYS_MAX);
  private readonly perUserAtBusySource = new TokenBuckets(PER_USER_AT_BUSY_SOURCE, KEYS_MAX);
  private readonly perUser = new TokenBuckets(PER_USER, KEYS_MAX);
  private readonly perUserAndKnownSource = new TokenBuckets(PER_USER_AND_KNOWN_SOURCE, KEYS_MAX);

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Throws when too many have failed. */
  rejectIfTooMany(username: string, caller: SignInCaller): void {
    const waitSeconds = this.waitSeconds(normalizeUsername(username), caller);
    if (waitSeconds > 0) throw new TooManyAttemptsError(waitSeconds);
  }

  recordFailure(username: string, { name, source, isKnown }: SignInCaller): void {
    const now = this.now();
    const user = normalizeUsername(username);
    this.perUserAndCaller.charge(`${name} ${user}`, now);
    if (isKnown) {
      this.perUserAndKnownSource.charge(`${source} ${user}`, now);
      return;
    }
    this.perSource.charge(source, now);
    this.perUserAtBusySource.charge(`${name} ${user}`, now);
    this.perUser.charge(user, now);
  }

  private waitSeconds(user: string, { name, source, isKnown }: SignInCaller): number {
    const now = this.now();
    const callerWaitSeconds = this.perUserAndCaller.waitSeconds(`${name} ${user}`, now);
    if (isKnown) return Math.max(callerWaitSeconds, this.perUserAndKnownSource.waitSeconds(`${source} ${user}`, now));
    const busySourceWaitSeconds =
      this.perSource.waitSeconds(source, now) > 0 ? this.perUserAtBusySource.waitSeconds(`${name} ${user}`, now) : 0;
    return Math.max(callerWaitSeconds, busySourceWaitSeconds, this.perUser.waitSeconds(user, now));
  }
}
