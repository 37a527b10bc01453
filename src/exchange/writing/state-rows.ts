/** What the tables have of the state itself, as it is behind a batch. */
import type { State } from '../../engine/state.js';
import type { StateAdvance, WrittenBoard } from './state-tables.js';

/** From the command `before` to where the state is now, at the time of its last command. */
export const toStateAdvance = ({ counters, pending }: State, before: number, time: number): StateAdvance => ({
  before,
  counters: { ...counters },
  time,
  pending: JSON.stringify([...pending.values()]),
});

export function toWrittenBoard(state: State, instrumentId: number): WrittenBoard {
  const board = state.instruments.get(instrumentId)?.board;
  if (board === undefined) throw new Error(`Instrument ${instrumentId} has changed and is not there.`);
  const { last, high, low, volume, bandPrice } = board.statistics;
  const {
    price: lastPrice,
    quantity: lastQuantity,
    time: lastTime,
    sessionDate: lastSession,
  } = last ?? { price: null, quantity: null, time: null, sessionDate: null };
  return {
    instrumentId,
    boardSeq: board.seq,
    boardChangedAt: board.changedAt,
    lastPrice,
    lastQuantity,
    lastTime,
    lastSession,
    high,
    low,
    volume,
    bandPrice,
  };
}
