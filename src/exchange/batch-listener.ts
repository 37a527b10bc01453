import type { State } from '../engine/state.js';
import type { ExecutedCommand } from './writing/batch-rows.js';

/**
 * Called as soon as a batch is committed. Between two batches the state is exactly what is committed, and a listener has
 * to finish before the next one: it has to put off what takes longer.
 */
export type BatchListener = Readonly<{
  /** The books were read anew: something may have been committed without a notification. Also the first call. */
  opened(state: State): void;
  /** In the order of the journal, each command once. */
  written(entries: readonly ExecutedCommand[], state: State): void;
}>;

/** All of them, in the order in which they came. One that fails is complained of, and keeps nobody else from hearing. */
export class BatchListeners {
  private readonly all: BatchListener[] = [];

  constructor(private readonly complain: (error: unknown) => void) {}

  add(witness: BatchListener): void {
    this.all.push(witness);
  }

  /** For one who comes when the books are open already. */
  join(witness: BatchListener, state: State): void {
    this.add(witness);
    this.toOne(witness, (joined) => {
      joined.opened(state);
    });
  }

  opened(state: State): void {
    this.toEach((witness) => {
      witness.opened(state);
    });
  }

  written(entries: readonly ExecutedCommand[], state: State): void {
    this.toEach((witness) => {
      witness.written(entries, state);
    });
  }

  private toEach(tell: (witness: BatchListener) => void): void {
    for (const witness of this.all) this.toOne(witness, tell);
  }

  private toOne(witness: BatchListener, tell: (witness: BatchListener) => void): void {
    try {
      tell(witness);
    } catch (error) {
      this.complain(error);
    }
  }
}
