import { LatestMap } from '../http/latest-map.js';

/** How many failures may come at once, and after how many seconds one of them is forgiven. */
export type Allowance = Readonly<{ burst: number; secondsEach: number }>;

const KEYS_MAX = 50_000;

/**
 * Counts failures by key. Per key only one number is kept: the time at which all failures are forgiven (the generic cell rate
 * algorithm). The keys that failed longest ago make room when there are too many.
 */
export class FailureCount {
  private readonly forgivenAt = new LatestMap<string, number>(KEYS_MAX);

  constructor(
    private readonly allowance: Allowance,
    private readonly now: () => number,
  ) {}

  /** In how many seconds the next failure is allowed; 0 or less is now. */
  waitSeconds(key: string): number {
    const { burst, secondsEach } = this.allowance;
    return (this.forgivenAtOf(key) - this.now()) / 1000 - (burst - 1) * secondsEach;
  }

  add(key: string): void {
    this.forgivenAt.set(key, this.forgivenAtOf(key) + this.allowance.secondsEach * 1000);
  }

  private forgivenAtOf(key: string): number {
    return Math.max(this.forgivenAt.get(key) ?? 0, this.now());
  }
}
