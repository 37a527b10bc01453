type Grant = () => void;

/**
 * Runs tasks of some milliseconds one at a time and yields to other work between them; users take turns, so a user with
 * many streams delays only their own.
 */
export class FairScheduler {
  /** In the order of their turns. */
  private readonly waiting = new Map<number, Grant[]>();
  private isScheduled = false;

  waitForTurn(userId: number): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.waiting.get(userId);
      if (queue) queue.push(resolve);
      else this.waiting.set(userId, [resolve]);
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.size === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.grantNext();
      this.schedule();
    });
  }

  private grantNext(): void {
    const [first] = this.waiting;
    if (!first) return;
    const [userId, [grant, ...others]] = first;
    this.waiting.delete(userId);
    if (others.length > 0) this.waiting.set(userId, others);
    grant?.();
  }
}
