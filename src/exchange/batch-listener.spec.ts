import { createState, type State } from '../engine/state.js';
import { BatchListeners } from './batch-listener.js';

describe('BatchListeners', () => {
  const state = createState();

  /** A commit loop in the middle of a batch: looks wait for its end. */
  const openBusyBooks = () => {
    const looks: ((state: State) => void)[] = [];
    const calls: string[] = [];
    const listeners = new BatchListeners(
      (error) => calls.push(String(error)),
      () => ({ look: (at) => new Promise<State>((resolve) => looks.push(resolve)).then(at) }),
    );
    listeners.register({ opened: () => calls.push('opened'), written: () => calls.push('written') });
    const endBatch = async (): Promise<void> => {
      for (const look of looks.splice(0)) look(state);
      await Promise.resolve();
    };
    return { listeners, calls, endBatch };
  };

  it('has a listener at once that registers during a batch', () => {
    expect(openBusyBooks().listeners.handlers).toHaveLength(1);
  });

  it('calls it first with the state after the batch, and then with every later one', async () => {
    const { listeners, calls, endBatch } = openBusyBooks();
    listeners.notifyWritten([], state);
    await endBatch();
    listeners.notifyWritten([], state);

    expect(calls).toEqual(['opened', 'written']);
  });

  it('calls it once with the state that is loaded when the loop ends before', async () => {
    const { listeners, calls, endBatch } = openBusyBooks();
    listeners.notifyOpened(state);
    await endBatch();
    listeners.notifyWritten([], state);

    expect(calls).toEqual(['opened', 'written']);
  });
});
