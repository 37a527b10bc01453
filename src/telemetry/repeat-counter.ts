/** Counts events per key and second that are too frequent for a line each. */
export class RepeatCounter {
  private readonly counts = new Map<string, { written: number; counted: number }>();
  private timer: NodeJS.Timeout | undefined;

  /** `writeCount` is called once a second for each key with suppressed lines, with their number. */
  constructor(
    private readonly writeCount: (key: string, count: number) => void,
    private readonly periodMs = 1_000,
  ) {}

  /** Whether this event gets its own line: the first ones per key and second do. */
  shouldWrite(key: string, linesPerSecond: number): boolean {
    this.timer ??= setTimeout(() => this.flush(), this.periodMs).unref();
    const count = this.counts.get(key) ?? { written: 0, counted: 0 };
    this.counts.set(key, count);
    if (count.written < linesPerSecond) {
      count.written += 1;
      return true;
    }
    count.counted += 1;
    return false;
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counts = [...this.counts];
    this.counts.clear();
    for (const [key, { counted }] of counts) if (counted > 0) this.writeCount(key, counted);
  }
}
