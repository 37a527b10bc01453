import type { LedgerRows } from '../writing/batch-rows.js';
import { keepLast } from '../writing/columns.js';
import type { StateAdvance } from '../writing/state-tables.js';
import type { WrittenOrder } from '../writing/tables.js';

/** A batch that is in the journal, with its rows for the tables. `bytes` is its size in the journal. */
export type CommittedBatch = Readonly<{ rows: LedgerRows; advance: StateAdvance; bytes: number }>;

export const lastCommandOf = ({ advance }: CommittedBatch): number => advance.counters.command;

/**
 * Consecutive batches as one: rows that are only added one after another, and rows that change once, in their last state.
 * The tables are the same as after one batch at a time.
 */
export function mergeBatches(batches: readonly [CommittedBatch, ...CommittedBatch[]]): CommittedBatch {
  const [first] = batches;
  const last = batches.at(-1) ?? first;
  if (last === first) return first;
  const all = batches.map(({ rows }) => rows);
  return {
    rows: {
      journal: all.flatMap(({ journal }) => journal),
      orders: mergeOrders(all.flatMap(({ orders }) => orders)),
      steps: all.flatMap(({ steps }) => steps),
      trades: all.flatMap(({ trades }) => trades),
      positions: keepLast(
        all.flatMap(({ positions }) => positions),
        ({ position }) => `${position.acctId} ${position.instrumentId}`,
      ),
      positionChanges: all.flatMap(({ positionChanges }) => positionChanges),
      boards: keepLast(
        all.flatMap(({ boards }) => boards),
        ({ instrumentId }) => instrumentId,
      ),
    },
    advance: { ...last.advance, before: first.advance.before },
    bytes: batches.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** An order that one batch has placed and another changed: the action that placed it, and its last state. */
function mergeOrders(written: readonly WrittenOrder[]): WrittenOrder[] {
  const orders = new Map<number, WrittenOrder>();
  for (const one of written) {
    const placed = orders.get(one.order.id);
    orders.set(one.order.id, placed === undefined || placed.actionId === null ? one : { ...placed, order: one.order });
  }
  return [...orders.values()];
}

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
