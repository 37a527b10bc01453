import { TokenBuckets } from '../../http/token-buckets.js';
import { TooManyAttemptsError } from '../oauth/oauth-errors.js';
import { toAddressCaller, normalizeUsername } from './sign-in-caller.js';

const SIGN_UP_KEYS_MAX = 50_000;

/** Limits sign-ups, successful or not: a sign-up may probe for emails in use or fill the database. It tries no password, so it counts apart from sign-ins. */
export class SignUpLimit {
  private readonly perEmail = new TokenBuckets({ capacity: 10, perSecond: 1 / 30 }, SIGN_UP_KEYS_MAX);
  private readonly perAddress = new TokenBuckets({ capacity: 100, perSecond: 1 / 3 }, SIGN_UP_KEYS_MAX);

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
