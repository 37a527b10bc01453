import { PasswordsBusy } from './user-errors.js';

/**
 * Hashing a password costs a processor for tens of milliseconds on purpose. This queue lets a few be hashed at once and a few
 * more wait, and turns the rest away at the door, so that a flood of logins cannot stall everything else.
 */
export class PasswordQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      // What follows from this turn, such as a failure that is counted, comes before the next one.
      setImmediate(() => this.leave());
    }
  }

  get figures(): Readonly<{ running: number; waiting: number }> {
    return { running: this.running, waiting: this.waiting.length };
  }

  private enter(): Promise<void> | undefined {
    if (this.running < this.atOnce) {
      this.running++;
      return undefined;
    }
    if (this.waiting.length >= this.waitingMax) throw new PasswordsBusy();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Whoever waits longest takes over the place that becomes free; `running` does not change hands twice. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}
