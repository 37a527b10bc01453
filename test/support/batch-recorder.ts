import type { State } from '../../src/engine/state.js';
import type { ExecutedCommand } from '../../src/exchange/writing/batch-rows.js';

/** Notes what it hears, and what it can see at that moment. */
export function openBatchRecorder() {
  const heard: Readonly<{ seq: number; reached: number }>[] = [];
  const opened: number[] = [];
  return {
    heard,
    opened,
    written: (entries: readonly ExecutedCommand[], { counters }: State) =>
      void heard.push(...entries.map(({ seq }) => ({ seq, reached: counters.command }))),
    openedAt: (state: State) => void opened.push(state.counters.command),
  };
}
