/** The target duration of a batch. Commands that arrive meanwhile wait for its end. */
const BATCH_MS = 15;
/** Bounds of a batch on any machine: fewer commands are not worth a transaction, more delay the first one. */
const BATCH_MIN = 100;
const BATCH_MAX = 1_000;

/** The number of commands that recent batches executed and wrote in `BATCH_MS`. */
export class BatchSize {
  private commands = BATCH_MIN;

  get max(): number {
    return this.commands;
  }

  /** Small batches do not show the cost of a command: most of their time is the commit. */
  measure(commands: number, milliseconds: number): void {
    if (commands < BATCH_MIN / 2) return;
    const fits = (commands / milliseconds) * BATCH_MS;
    this.commands = Math.round(Math.min(BATCH_MAX, Math.max(BATCH_MIN, (3 * this.commands + fits) / 4)));
  }
}
