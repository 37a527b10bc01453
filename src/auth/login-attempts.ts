import { type Allowance, FailureCount } from './failure-count.js';
import { TooManyAttempts } from './oauth-errors.js';
import { type SignInCaller, usernameKey } from './sign-in-caller.js';

/** For one user by one caller. */
const PER_USER_AND_CALLER: Allowance = { burst: 10, secondsEach: 30 };

/** For all users by one address or one API key. Beyond it that source is crowded: it is not closed, but has less for each user. */
const PER_SOURCE: Allowance = { burst: 100, secondsEach: 3 };
const PER_USER_IN_A_CROWD: Allowance = { burst: 3, secondsEach: 900 };

/** For one user by all unknown callers together, and for one user by one known caller: what stops a patient guesser. */
const PER_USER: Allowance = { burst: 100, secondsEach: 600 };
const PER_USER_AND_KNOWN_SOURCE: Allowance = { burst: 100, secondsEach: 600 };

/**
 * Counts failed sign-ins, and refuses further ones before any password is hashed. Only failures are counted: a program that signs in
 * rightly, be it fifty times at once, is never slowed down here. A volley of guesses gets no further than one after another, for each
 * is checked again when it is its turn to be hashed.
 *
 * A known caller (a browser or a key with which this user has signed in before) is counted for itself alone, so that the failures of
 * others never refuse it. An unknown one shares the slow count of the user. docs/decisions/0058 has the bounds.
 */
export class LoginAttempts {
  private readonly perUserAndCaller: FailureCount;
  private readonly perSource: FailureCount;
  private readonly perUserInACrowd: FailureCount;
  private readonly perUser: FailureCount;
  private readonly perUserAndKnownSource: FailureCount;

  constructor(now: () => number = () => performance.now()) {
    this.perUserAndCaller = new FailureCount(PER_USER_AND_CALLER, now);
    this.perSource = new FailureCount(PER_SOURCE, now);
    this.perUserInACrowd = new FailureCount(PER_USER_IN_A_CROWD, now);
    this.perUser = new FailureCount(PER_USER, now);
    this.perUserAndKnownSource = new FailureCount(PER_USER_AND_KNOWN_SOURCE, now);
  }

  /** Throws when too many have failed. */
  refuseIfTooMany(username: string, caller: SignInCaller): void {
    const waitSeconds = this.waitSeconds(usernameKey(username), caller);
    if (waitSeconds > 0) throw new TooManyAttempts(Math.ceil(waitSeconds));
  }

  fail(username: string, { name, source, isKnown }: SignInCaller): void {
    const user = usernameKey(username);
    this.perUserAndCaller.add(`${name} ${user}`);
    if (isKnown) {
      this.perUserAndKnownSource.add(`${source} ${user}`);
      return;
    }
    this.perSource.add(source);
    this.perUserInACrowd.add(`${name} ${user}`);
    this.perUser.add(user);
  }

  private waitSeconds(user: string, { name, source, isKnown }: SignInCaller): number {
    const ofCaller = this.perUserAndCaller.waitSeconds(`${name} ${user}`);
    if (isKnown) return Math.max(ofCaller, this.perUserAndKnownSource.waitSeconds(`${source} ${user}`));
    const inACrowd = this.perSource.waitSeconds(source) > 0 ? this.perUserInACrowd.waitSeconds(`${name} ${user}`) : 0;
    return Math.max(ofCaller, inACrowd, this.perUser.waitSeconds(user));
  }
}
