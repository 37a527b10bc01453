/** The number of simultaneous statements: while one waits for the disk, another runs. */
const IN_FLIGHT_MAX = 2;

/** The maximum number of items per statement; more would only delay the first. */
const ITEMS_MAX = 64;

type QueuedItem<Item, Result> = Readonly<{
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Combines simultaneous queries: one statement, one round trip, one commit. A query without others in progress runs at
 * once, with those of the same turn of the event loop; later ones are collected until a statement has ended. So no
 * query waits for others, and the cost per query falls with the load. `execute` returns a result per item, in order.
 */
export class StatementBatcher<Item, Result> {
  private queue: QueuedItem<Item, Result>[] = [];
  private inFlight = 0;
  private isScheduled = false;

  constructor(private readonly execute: (items: readonly Item[]) => Promise<readonly Result[]>) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      this.schedule();
    });
  }

  /** Starts after everything that has arrived was read. */
  private schedule(): void {
    if (this.isScheduled || this.inFlight >= IN_FLIGHT_MAX) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      void this.send();
    });
  }

  private async send(): Promise<void> {
    const batch = this.queue.splice(0, ITEMS_MAX);
    this.inFlight++;
    if (this.queue.length > 0) this.schedule();
    await this.run(batch);
    this.inFlight--;
    if (this.queue.length > 0) this.schedule();
  }

  /**
   * A rejected statement had no effect. Running the items one by one shows which was rejected, and the others succeed.
   */
  private async run(batch: readonly QueuedItem<Item, Result>[]): Promise<void> {
    try {
      const results = await this.execute(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, n) => resolve(results[n] as Result));
    } catch (error) {
      if (batch.length > 1 && isDataError(error)) for (const one of batch) await this.run([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}

/** Invalid data (class 22) or a violated constraint (class 23): PostgreSQL reported it, so the statement was undone. */
const isDataError = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code));
