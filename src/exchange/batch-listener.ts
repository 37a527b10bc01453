import type { State } from '../engine/state.js';
import type { ExecutedCommand } from './writing/batch-rows.js';
import { Hook } from '../access/hook.js';

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

/** The running commit loop, as far as a new listener needs it. */
type OpenBooks = Readonly<{ look(at: (state: State) => void): Promise<void> }>;

/** Notifies all listeners in order of registration. An error in one is logged and does not affect the others. */
export class BatchListeners extends Hook<BatchListener> {
  /** Registered while the exchange is open, and not called yet. */
  private readonly joining = new Set<BatchListener>();

  constructor(
    private readonly complain: (error: unknown) => void,
    private readonly findOpenBooks: () => OpenBooks | null,
  ) {
    super(true);
  }

  /** If the exchange is open, the listener is first called with the current state, after the batch in progress. */
  override register(listener: BatchListener): void {
    super.register(listener);
    const open = this.findOpenBooks();
    if (open === null) return;
    this.joining.add(listener);
    // If this loop ends before, the listener is called when the next one opens.
    open.look((state) => this.join(listener, state)).catch(() => undefined);
  }

  private join(listener: BatchListener, state: State): void {
    if (this.joining.delete(listener)) this.notify(listener, (joined) => joined.opened(state));
  }

  notifyOpened(state: State): void {
    this.joining.clear();
    this.notifyAll((listener) => listener.opened(state));
  }

  notifyWritten(entries: readonly ExecutedCommand[], state: State): void {
    this.notifyAll((listener) => listener.written(entries, state));
  }

  private notifyAll(call: (listener: BatchListener) => void): void {
    for (const listener of this.handlers) if (!this.joining.has(listener)) this.notify(listener, call);
  }

  private notify(listener: BatchListener, call: (listener: BatchListener) => void): void {
    try {
      call(listener);
    } catch (error) {
      this.complain(error);
    }
  }
}
