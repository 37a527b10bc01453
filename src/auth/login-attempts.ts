import { networkOf } from '../http/network.js';
import { TooManyAttempts } from './oauth-errors.js';

type Allowance = Readonly<{ burst: number; secondsEach: number }>;

/** What may fail: for one user from one address, and from one address for whatever user. */
const perUserAndAddress: Allowance = { burst: 10, secondsEach: 30 };
const perAddress: Allowance = { burst: 100, secondsEach: 3 };

const KEYS_MAX = 100_000;

/**
 * Counts failed sign-ins, and refuses further ones before any password is hashed. The count of a user is kept per address, so
 * that nobody can lock an owner out from elsewhere. Every attempt is counted as failed until it has succeeded, so a volley
 * of attempts at once gets no further than one after another.
 *
 * Per key only one number is kept: the time at which all is forgiven (the generic cell rate algorithm).
 */
export class LoginAttempts {
  private readonly forgivenAt = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Throws when too many have failed; else counts this one, until the function that it gives is called. */
  begin(username: string, address: string): () => void {
    const user = username.normalize('NFKC').toLowerCase();
    const network = networkOf(address);
    const counts = [
      { key: `${network} ${user}`, ...perUserAndAddress },
      { key: network, ...perAddress },
    ];
    const waitSeconds = Math.max(...counts.map(({ key, burst, secondsEach }) => this.waitFor(key, burst, secondsEach)));
    if (waitSeconds > 0) throw new TooManyAttempts(Math.ceil(waitSeconds));
    for (const { key, secondsEach } of counts) this.add(key, secondsEach);
    return () => {
      for (const { key, secondsEach } of counts) this.add(key, -secondsEach);
    };
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
