type Grant = () => void;

/**
 * Who does some milliseconds' work next. One at a time, and between two of them everything else of the process has its turn; users
 * follow each other, so whoever asks by many streams waits for themselves and not others for them.
 */
export class Turns {
  /** In the order in which users come next. */
  private readonly waiting = new Map<number, Grant[]>();
  private isGoing = false;

  next(userId: number): Promise<void> {
    return new Promise((resolve) => {
      const mine = this.waiting.get(userId);
      if (mine) mine.push(resolve);
      else this.waiting.set(userId, [resolve]);
      this.go();
    });
  }

  private go(): void {
    if (this.isGoing || this.waiting.size === 0) return;
    this.isGoing = true;
    setImmediate(() => {
      this.isGoing = false;
      this.grant();
      this.go();
    });
  }

  private grant(): void {
    const [first] = this.waiting;
    if (!first) return;
    const [userId, [grant, ...others]] = first;
    this.waiting.delete(userId);
    if (others.length > 0) this.waiting.set(userId, others);
    grant?.();
  }
}
