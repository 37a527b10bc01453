import { TokenBuckets, type Quota } from '../../http/token-buckets.js';
import { TooManyAttemptsError } from '../oauth/oauth-errors.js';
import { toNetwork } from '../../http/network.js';

/**
 * The source of a sign-in for counting failures: `name` counts failures of one user, `source` those of all users.
 * `isKnown` is true if this user has signed in with it before, or owns it.
 */
export type SignInCaller = Readonly<{ name: string; source: string; isKnown: boolean }>;

export function toAddressCaller(address: string): SignInCaller {
  const network = toNetwork(address);
  return { name: network, source: network, isKnown: false };
}

/**
 * An API key with a proven secret. The address is part of the name, so that another holder of the key cannot use up the
 * limit here.
 */
export function toClientCaller(clientId: string, address: string, isKnown: boolean): SignInCaller {
  return { name: `key ${clientId} ${toNetwork(address)}`, source: `key ${clientId}`, isKnown };
}

export function toDeviceCaller(deviceId: string): SignInCaller {
  return { name: `device ${deviceId}`, source: `device ${deviceId}`, isKnown: true };
}

/** One name per user, for every spelling. */
export const normalizeUsername = (username: string): string => username.normalize('NFKC').toLowerCase();

const KEYS_MAX = 50_000;

/** For one user by one caller. */
const PER_USER_AND_CALLER: Quota = { capacity: 10, perSecond: 1 / 30 };

/** For all users from one address or API key. Beyond it, the source is crowded: each user has fewer failures there. */
const PER_SOURCE: Quota = { capacity: 100, perSecond: 1 / 3 };
const PER_USER_AT_BUSY_SOURCE: Quota = { capacity: 3, perSecond: 1 / 900 };

/** For one user by all unknown callers, and for one user by one known caller: limits slow guessing. */
const PER_USER: Quota = { capacity: 100, perSecond: 1 / 600 };
const PER_USER_AND_KNOWN_SOURCE: Quota = { capacity: 100, perSecond: 1 / 600 };

/**
 * Counts failed sign-ins and rejects further ones before any password is hashed. Only failures are counted: a program
 * with the right password is never slowed down, also with fifty sign-ins at once. Simultaneous guesses are checked
 * again when their turn to hash comes, so they get no further than one after another. A known caller (a browser or a
 * key with which this user has signed in before) is counted alone, so that failures of others never block it. Unknown
 * callers share a slow count per user. docs/decisions/0058 has the limits.
 */
export class LoginAttempts {
  private readonly perUserAndCaller = new TokenBuckets(PER_USER_AND_CALLER, KEYS_MAX);
  private readonly perSource = new TokenBuckets(PER_SOURCE, KEYS_MAX);
  private readonly perUserAtBusySource = new TokenBuckets(PER_USER_AT_BUSY_SOURCE, KEYS_MAX);
  private readonly perUser = new TokenBuckets(PER_USER, KEYS_MAX);
  private readonly perUserAndKnownSource = new TokenBuckets(PER_USER_AND_KNOWN_SOURCE, KEYS_MAX);

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Throws when there were too many failures. */
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

/** Limits sign-ups, successful or not: a sign-up may probe for emails in use or fill the database. It tries no password, so it counts apart from sign-ins. */
export class SignUpLimit {
  private readonly perEmail = new TokenBuckets({ capacity: 10, perSecond: 1 / 30 }, KEYS_MAX);
  private readonly perAddress = new TokenBuckets({ capacity: 100, perSecond: 1 / 3 }, KEYS_MAX);

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Charges the email and the address, or throws and charges neither. */
  charge(email: string, address: string): void {
    const { source } = toAddressCaller(address);
    const emailKey = `${source} ${normalizeUsername(email)}`;
    const now = this.now();
    const waitSeconds = Math.max(this.perEmail.waitSeconds(emailKey, now), this.perAddress.waitSeconds(source, now));
    if (waitSeconds > 0) throw new TooManyAttemptsError(waitSeconds);
    this.perEmail.charge(emailKey, now);
    this.perAddress.charge(source, now);
  }
}
