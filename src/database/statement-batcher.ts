/** As many statements are under way at once: while one waits for the disk, another is worked on. */
const IN_FLIGHT_MAX = 2;

/** So many things go into one statement; more would only make the first of them wait for the last. */
const ITEMS_MAX = 64;

type QueuedItem<Item, Result> = Readonly<{
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Asks the database once for what many want at the same time: one statement, one round trip, one commit. A request that comes
 * when nothing is under way is served at once, with those who came in the same turn of the event loop; later ones gather until
 * a statement has ended. So nobody waits for company, and the busier it is, the less each one costs.
 *
 * `ask` gives an answer for each item, in their order.
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

  /** Not before everything that has arrived by now has been read. */
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

  /** Nothing of a refused statement was done. Which item it was refused for shows when each is asked for alone, and nobody else suffers for it. */
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
