import type { Counters, State } from '../../engine/state.js';

/** The venue behind a batch, and the last command of the batch before. */
export type StateAdvance = Readonly<{
  before: number;
  counters: Counters;
  time: number;
  /** As JSON. */
  pending: string;
}>;

/** From the command `before` to where the state is now, at the time of its last command. */
export const toStateAdvance = ({ counters, pending }: State, before: number, time: number): StateAdvance => ({
  before,
  counters: { ...counters },
  time,
  pending: JSON.stringify([...pending.values()]),
});
