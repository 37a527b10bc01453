/** As many statements are under way at once: while one waits for the disk, another is worked on. */
const AT_ONCE = 2;

/** So many things go into one statement; more would only make the first of them wait for the last. */
const ITEMS_MAX = 64;

type Waiting<Item, Answer> = Readonly<{
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Asks the database once for what many want at the same time: one statement, one way there and back, one commit. Whoever comes
 * when nothing is under way is served at once, with those who came in the same turn of the event loop; later ones gather until
 * a statement has ended. So nobody waits for company, and the busier it is, the less each one costs.
 *
 * `ask` gives an answer for each item, in their order.
 */
export class Batches<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = [];
  private underWay = 0;
  private isScheduled = false;

  constructor(private readonly ask: (items: readonly Item[]) => Promise<readonly Answer[]>) {}

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.schedule();
    });
  }

  /** Not before everything that has arrived by now has been read. */
  private schedule(): void {
    if (this.isScheduled || this.underWay >= AT_ONCE) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      void this.send();
    });
  }

  private async send(): Promise<void> {
    const batch = this.waiting.splice(0, ITEMS_MAX);
    this.underWay++;
    if (this.waiting.length > 0) this.schedule();
    await this.settle(batch);
    this.underWay--;
    if (this.waiting.length > 0) this.schedule();
  }

  /** Nothing of a refused statement was done. Which item it was refused for shows when each is asked for alone, and nobody else suffers for it. */
  private async settle(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.ask(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, n) => resolve(answers[n] as Answer));
    } catch (error) {
      if (batch.length > 1 && isRefusal(error)) for (const one of batch) await this.settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}

/** Data that cannot be (class 22), or that breaks a constraint (class 23): told by PostgreSQL, so the statement was undone. */
const isRefusal = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code));
