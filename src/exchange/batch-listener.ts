import type { State } from '../engine/state.js';
import type { ExecutedCommand } from './writing/batch-rows.js';

/**
 * Called after every commit. Until the next batch, the state is exactly the committed state; a listener must return
 * quickly and defer longer work.
 */
export type BatchListener = Readonly<{
  /**
   * The state was read from the tables again, so a commit may have happened without a notification. Also the first
   * call.
   */
  opened(state: State): void;
  /** In the order of the journal, each command once. */
  written(entries: readonly ExecutedCommand[], state: State): void;
}>;

/** Notifies all listeners in order of registration. An error in one is logged and does not affect the others. */
export class BatchListeners {
  private readonly all: BatchListener[] = [];

  constructor(private readonly complain: (error: unknown) => void) {}

  add(listener: BatchListener): void {
    this.all.push(listener);
  }

  /** For a listener that registers after the exchange has opened. */
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
