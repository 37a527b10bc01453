import { FairLines, type QueuedUser } from './fair-lines.js';
import { PasswordsBusy } from './user-errors.js';

type WaitingPassword = Readonly<{ start: () => void; refuse: (reason: PasswordsBusy) => void }>;

/**
 * Hashing a password costs a processor for tens of milliseconds on purpose. This queue lets a few be hashed at once and a few
 * more wait, and refuses the rest, so that a flood of sign-ins cannot stall everything else.
 *
 * It serves callers in turn. One caller has at most half of the places; when all are taken, a caller with fewer waiting takes the
 * place of the last of the caller with the most.
 */
export class PasswordQueue {
  private running = 0;
  private readonly waiting = new FairLines<WaitingPassword>();

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  async run<T>(waiter: QueuedUser, work: () => Promise<T>): Promise<T> {
    await this.enter(waiter);
    try {
      return await work();
    } finally {
      // What follows from this turn, such as a failure that is counted, comes before the next one.
      setImmediate(() => this.releaseSlot());
    }
  }

  get figures(): Readonly<{ running: number; waiting: number }> {
    return { running: this.running, waiting: this.waiting.size };
  }

  private enter(waiter: QueuedUser): Promise<void> | undefined {
    if (this.running < this.atOnce) {
      this.running++;
      return undefined;
    }
    this.evictFor(waiter.caller);
    return new Promise((resolve, reject) => this.waiting.push(waiter, { start: resolve, refuse: reject }));
  }

  private evictFor(caller: string): void {
    const own = this.waiting.countWaiting(caller);
    if (own >= Math.ceil(this.waitingMax / 2)) throw new PasswordsBusy();
    if (this.waiting.size < this.waitingMax) return;
    const displaced = this.waiting.takeFromLongest(own + 2);
    if (!displaced) throw new PasswordsBusy();
    displaced.refuse(new PasswordsBusy());
  }

  /** The next in turn takes over the place that becomes free; `running` does not change hands twice. */
  private releaseSlot(): void {
    const next = this.waiting.shift();
    if (next) next.start();
    else this.running--;
  }
}
