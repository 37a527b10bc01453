import { FairLines, type QueuedUser } from './fair-lines.js';
import { PasswordsBusy } from './user-errors.js';

type WaitingPassword = Readonly<{ start: () => void; refuse: (reason: PasswordsBusy) => void }>;

/**
 * Hashing a password deliberately costs tens of milliseconds of CPU. This queue hashes a few at once, keeps a few
 * waiting and rejects the rest, so that a flood of sign-ins cannot stall everything else. It serves callers in turn.
 * One caller has at most half of the places; when all are taken, a caller with fewer waiting displaces the last of the
 * caller with the most.
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
      // Work after a turn, such as counting a failure, is done before the next turn.
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

  /** The next in turn takes over the free place; `running` does not change. */
  private releaseSlot(): void {
    const next = this.waiting.shift();
    if (next) next.start();
    else this.running--;
  }
}
