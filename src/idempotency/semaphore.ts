import { IdempotentRequestsBusyError } from './idempotency-errors.js';

type WaitingRequest = Readonly<{ resume: () => void; timeout: NodeJS.Timeout }>;

/** Lets a number of requests in at once. The others wait in the order in which they came, and only for a while. */
export class Semaphore {
  private readonly waiting = new Set<WaitingRequest>();
  private running = 0;

  constructor(
    private readonly limit: number,
    private readonly waitMilliseconds: number,
  ) {}

  /** Resolves with what gives the place back; calling that twice gives it back once. */
  async acquire(): Promise<() => void> {
    if (this.running >= this.limit) await this.wait();
    else this.running++;
    let isHeld = true;
    return () => {
      if (isHeld) this.release();
      isHeld = false;
    };
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.waiting.delete(request);
        reject(new IdempotentRequestsBusyError());
      }, this.waitMilliseconds);
      const request = { resume: resolve, timeout };
      this.waiting.add(request);
    });
  }

  /** The place goes to the longest waiting; `running` does not change then. */
  private release(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.running--;
      return;
    }
    this.waiting.delete(next);
    clearTimeout(next.timeout);
    next.resume();
  }
}
