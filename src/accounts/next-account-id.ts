import type { State } from '../engine/state.js';

/** The number of the next account. To be asked when the command has its turn, so that two who open accounts at once get two numbers. */
export const nextAccountId = ({ accounts }: State): number =>
  [...accounts.keys()].reduce((greatest, id) => Math.max(greatest, id), 0) + 1;
