import { FailureCount } from './failure-count.js';
import { TooManyAttempts } from './oauth-errors.js';
import { callerByAddress, usernameKey } from './sign-in-caller.js';

/** Every sign-up counts, whatever comes of it: it may be a search for emails that are taken, or for room in the database. No password is tried by it, so no sign-in is refused for it. */
export class SignUpLimit {
  private readonly perEmail = new FailureCount({ burst: 10, secondsEach: 30 }, () => performance.now());
  private readonly perAddress = new FailureCount({ burst: 100, secondsEach: 3 }, () => performance.now());

  count(email: string, address: string): void {
    const { source } = callerByAddress(address);
    const key = `${source} ${usernameKey(email)}`;
    const waitSeconds = Math.max(this.perEmail.waitSeconds(key), this.perAddress.waitSeconds(source));
    if (waitSeconds > 0) throw new TooManyAttempts(Math.ceil(waitSeconds));
    this.perEmail.add(key);
    this.perAddress.add(source);
  }
}
