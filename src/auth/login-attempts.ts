import { networkOf } from '../http/network.js';
import { TooManyAttempts } from './oauth-errors.js';

type Allowance = Readonly<{ burst: number; secondsEach: number }>;

/** What may fail: for one user from one address, and from one address for whatever user. */
const perUserAndAddress: Allowance = { burst: 10, secondsEach: 30 };
const perAddress: Allowance = { burst: 100, secondsEach: 3 };

const KEYS_MAX = 100_000;

function countsOf(username: string, address: string): readonly (Allowance & Readonly<{ key: string }>)[] {
  const network = networkOf(address);
  return [
    { key: `${network} ${username.normalize('NFKC').toLowerCase()}`, ...perUserAndAddress },
    { key: network, ...perAddress },
  ];
}

/**
 * Counts failed sign-ins, and refuses further ones before any password is hashed. The count of a user is kept per address, so
 * that nobody can lock an owner out from elsewhere. Only failures are counted: whoever signs in rightly, be it from fifty programs
 * at once, is never slowed down here. A volley of guesses gets no further than one after another, for each is asked about again
 * when it is its turn to be hashed.
 *
 * Per key only one number is kept: the time at which all is forgiven (the generic cell rate algorithm).
 */
export class LoginAttempts {
  private readonly forgivenAt = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Throws when too many have failed. */
  refuseIfTooMany(username: string, address: string): void {
    const waitSeconds = Math.max(...countsOf(username, address).map(({ key, burst, secondsEach }) => this.waitFor(key, burst, secondsEach)));
    if (waitSeconds > 0) throw new TooManyAttempts(Math.ceil(waitSeconds));
  }

  fail(username: string, address: string): void {
    for (const { key, secondsEach } of countsOf(username, address)) this.add(key, secondsEach);
  }

  private waitFor(key: string, burst: number, secondsEach: number): number {
    const owed = ((this.forgivenAt.get(key) ?? 0) - this.now()) / 1000;
    return owed - (burst - 1) * secondsEach;
  }

  private add(key: string, seconds: number): void {
    const forgivenAt = Math.max(this.forgivenAt.get(key) ?? 0, this.now()) + seconds * 1000;
    this.forgivenAt.delete(key);
    if (forgivenAt > this.now()) this.forgivenAt.set(key, forgivenAt);
    if (this.forgivenAt.size > KEYS_MAX) this.forgetLongestUntouched();
  }

  private forgetLongestUntouched(): void {
    for (const key of this.forgivenAt.keys()) {
      this.forgivenAt.delete(key);
      return;
    }
  }
}
