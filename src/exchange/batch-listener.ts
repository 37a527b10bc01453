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

  add(listener: BatchListener): void {
    this.all.push(listener);
  }

  /** For one who comes when the books are open already. */
  join(listener: BatchListener, state: State): void {
    this.add(listener);
    this.toOne(listener, (joined) => {
      joined.opened(state);
    });
  }

  notifyOpened(state: State): void {
    this.toEach((listener) => {
      listener.opened(state);
    });
  }

  notifyWritten(entries: readonly ExecutedCommand[], state: State): void {
    this.toEach((listener) => {
      listener.written(entries, state);
    });
  }

  private toEach(notify: (listener: BatchListener) => void): void {
    for (const listener of this.all) this.toOne(listener, notify);
  }

  private toOne(listener: BatchListener, notify: (listener: BatchListener) => void): void {
    try {
      notify(listener);
    } catch (error) {
      this.complain(error);
    }
  }
}
