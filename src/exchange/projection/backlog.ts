import { type CommittedBatch, lastCommandOf, mergeBatches } from './committed-batch.js';

/** The batches that are in the journal and not in the tables, oldest first. */
export class Backlog {
  private batches: CommittedBatch[] = [];
  /** How many of them are in the tables already: they are dropped when they are half of all. */
  private passed = 0;
  private bytesLeft = 0;

  get isEmpty(): boolean {
    return this.passed === this.batches.length;
  }

  /** Their size in the journal. */
  get bytes(): number {
    return this.bytesLeft;
  }

  add(batch: CommittedBatch): void {
    this.batches.push(batch);
    this.bytesLeft += batch.bytes;
  }

  clear(): void {
    this.batches = [];
    this.passed = 0;
    this.bytesLeft = 0;
  }

  /** The tables have everything up to this command. */
  passTo(command: number): void {
    let first = this.batches[this.passed];
    while (first !== undefined && lastCommandOf(first) <= command) {
      this.bytesLeft -= first.bytes;
      first = this.batches[++this.passed];
    }
    if (this.passed * 2 < this.batches.length) return;
    this.batches.splice(0, this.passed);
    this.passed = 0;
  }

  /** As many batches as have `commands` together, as one, and at least the first. */
  findPortion(commands: number): CommittedBatch | null {
    const first = this.batches[this.passed];
    if (first === undefined) return null;
    let end = this.passed + 1;
    for (let next = this.batches[end]; next !== undefined; next = this.batches[++end])
      if (lastCommandOf(next) - first.advance.before > commands) break;
    return mergeBatches([first, ...this.batches.slice(this.passed + 1, end)]);
  }
}
