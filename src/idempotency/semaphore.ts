import { KeyedRequestsBusy } from './idempotency-errors.js';

type Waiting = Readonly<{ enter: () => void; late: NodeJS.Timeout }>;

/** Lets a number of requests in at once. The others wait in the order in which they came, and only for a while. */
export class Semaphore {
  private readonly waiting = new Set<Waiting>();
  private running = 0;

  constructor(
    private readonly atOnce: number,
    private readonly patienceMilliseconds: number,
  ) {}

  /** Resolves with what gives the place back; calling that twice gives it back once. */
  async enter(): Promise<() => void> {
    if (this.running >= this.atOnce) await this.wait();
    else this.running++;
    let isInside = true;
    return () => {
      if (isInside) this.leave();
      isInside = false;
    };
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(new KeyedRequestsBusy());
      }, this.patienceMilliseconds);
      const waiting = { enter: resolve, late };
      this.waiting.add(waiting);
    });
  }

  /** The place goes to whoever waits longest; `running` does not change then. */
  private leave(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.running--;
      return;
    }
    this.waiting.delete(next);
    clearTimeout(next.late);
    next.enter();
  }
}
