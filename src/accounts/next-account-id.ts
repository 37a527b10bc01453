import type { State } from '../engine/state.js';

/** The next free account id. Call it while the command executes, so that two concurrent requests get different ids. */
export const findNextAccountId = ({ accounts }: State): number =>
  [...accounts.keys()].reduce((greatest, id) => Math.max(greatest, id), 0) + 1;
