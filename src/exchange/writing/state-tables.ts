/** The values of the tables that have the state itself. The entities in ledger/ describe the tables. */
import type { Counters, State } from '../../engine/state.js';
import { ExchangeState } from '../ledger/exchange-state.entity.js';
import { InstrumentState } from '../ledger/instrument-state.entity.js';
import type { TableDefinition } from './columns.js';

export type WrittenBoard = Pick<
  InstrumentState,
  | ('instrumentId' | 'boardSeq' | 'boardChangedAt')
  | ('lastPrice' | 'lastQuantity' | 'lastTime' | 'lastSession' | 'high' | 'low' | 'volume' | 'bandPrice')
>;

/** The venue behind a batch, and the last command of the batch before. `pending` is JSON. */
export type StateAdvance = Readonly<{ before: number; counters: Counters; time: number; pending: string }>;

type CounterSource = Readonly<{ counters: Counters }>;

/** Instruments exist before they are traded: their boards are updated. */
export const boards: TableDefinition<InstrumentState, WrittenBoard, keyof WrittenBoard> = {
  entity: InstrumentState,
  values: {
    instrumentId: ({ instrumentId }) => instrumentId,
    boardSeq: ({ boardSeq }) => boardSeq,
    boardChangedAt: ({ boardChangedAt }) => boardChangedAt,
    lastPrice: ({ lastPrice }) => lastPrice,
    lastQuantity: ({ lastQuantity }) => lastQuantity,
    lastTime: ({ lastTime }) => lastTime,
    lastSession: ({ lastSession }) => lastSession,
    high: ({ high }) => high,
    low: ({ low }) => low,
    volume: ({ volume }) => volume,
    bandPrice: ({ bandPrice }) => bandPrice,
  },
  replaced: [],
};

export const counterValues = {
  command: ({ counters }: CounterSource) => counters.command,
  action: ({ counters }: CounterSource) => counters.action,
  order: ({ counters }: CounterSource) => counters.order,
  trade: ({ counters }: CounterSource) => counters.trade,
  rank: ({ counters }: CounterSource) => counters.rank,
  reconciliationBreak: ({ counters }: CounterSource) => counters.reconciliationBreak,
  rules: ({ counters }: CounterSource) => counters.rules,
};

export const exchangeState: TableDefinition<
  ExchangeState,
  StateAdvance,
  keyof typeof counterValues | 'time' | 'pending'
> = {
  entity: ExchangeState,
  values: { ...counterValues, time: ({ time }) => time, pending: ({ pending }) => pending },
  replaced: 'all but key',
};

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
