import type { EngineAccount } from '../../engine/account.js';
import { findLatestDateBefore } from '../../engine/latest-date.js';
import type { ReferenceHolding } from '../../engine/position-row.js';
import { NO_PROFIT, type Profit, subtractProfit } from '../../engine/profit-history.js';
import type { ClosingMark } from '../../exchange/ledger/instrument-state.entity.js';
import type { PositionClose } from '../../exchange/ledger/position.entity.js';
import type { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import { toSymbol } from '../../exchange/traded-instruments.js';
import { getInstrument, type Instruments, isBehindList, toWorth } from './day-profit.js';
import {
  findStartingPrices,
  NO_STARTING_PRICES,
  type StartingPrices,
  chooseClosingPrice,
  type ClosingPrice,
} from './statement-prices.js';

/** The latest list of the back office before a date, which later closes go on from. */
type ListBefore = Readonly<{ asOf: string; held: ReadonlyMap<number, ReferenceHolding> }>;

/**
 * A position at the close of a date. `close` is the last one up to that date; null if only the back office knows the position. The
 * `quantity` is that of the close, or of the list before the date if no session has closed since.
 */
export type StatementPosition = Readonly<{
  instrumentId: number;
  symbol: string;
  scale: number;
  close: PositionClose | null;
  quantity: number;
  /** What the session of this very date did. */
  change: number;
  /** What the list before the date has changed in the books, while no later session has closed before the date. */
  listed: Readonly<{ asOf: string; change: number }> | null;
  profit: Profit;
  /** What the profit of the day is counted from. */
  startingPrices: StartingPrices;
  closingPrice: ClosingPrice | null;
  /** What the back office reported for this date; null without a list of it. */
  reference: number | null;
  /** `reference` minus `quantity`; null without a list of this date, and until its sessions have closed. */
  difference: number | null;
  /** The latest break that a list of this date has opened. */
  broken: ReconciliationBreak | null;
}>;

export function findListBefore(lists: EngineAccount['references'], asOf: string): ListBefore | null {
  const date = findLatestDateBefore(lists.keys(), asOf);
  return date === null ? null : { asOf: date, held: lists.get(date) ?? new Map() };
}

/** What is known of a position at the close of a date. */
type PositionSources = Readonly<{
  id: number;
  asOf: string;
  /** Whether all sessions of the date have closed. */
  isFinal: boolean;
  closes: ReadonlyMap<number, PositionClose>;
  before: ReadonlyMap<number, PositionClose>;
  /** What it had won at the end of the day before. */
  wonBefore: Profit;
  reported: ReadonlyMap<number, ReferenceHolding> | null;
  list: ListBefore | null;
  /** Whether the money values are of the date of that list or a later one. */
  isListInMoney: boolean;
  /** The list before that one. */
  earlier: ListBefore | null;
  marks: ReadonlyMap<number, ClosingMark>;
  breaks: ReadonlyMap<number, ReconciliationBreak>;
}>;

export function toStatementPosition(instruments: Instruments, sources: PositionSources): StatementPosition {
  const { id, asOf, closes, wonBefore, reported, list, marks, breaks } = sources;
  const instrument = getInstrument(instruments, id);
  const close = closes.get(id) ?? null;
  return {
    ...{ instrumentId: id, symbol: toSymbol(instrument), scale: instrument.product.terms.scale },
    ...{ close, ...compareQuantities(sources) },
    listed: findListedChange(sources),
    ...(close?.sessionDate === asOf
      ? {
          ...{ change: close.net, profit: subtractProfit(toWorth(instruments, close), wonBefore) },
          startingPrices: findStartingPrices(instrument, toStartingSources(sources, close)),
        }
      : { change: 0, profit: NO_PROFIT, startingPrices: NO_STARTING_PRICES }),
    closingPrice: chooseClosingPrice({ close, mark: marks.get(id), listed: reported?.get(id) ?? list?.held.get(id) }),
    broken: breaks.get(id) ?? null,
  };
}

const toStartingSources = (
  { id, asOf, before, reported, list, isListInMoney }: PositionSources,
  close: PositionClose,
): Parameters<typeof findStartingPrices>[1] => ({
  ...{ close, last: before.get(id) ?? null, isListInMoney },
  list: list && { asOf: list.asOf, line: list.held.get(id) },
  reported: reported && { asOf, line: reported.get(id) },
});

/** Before the close of the date, what the back office reported cannot agree yet. */
function compareQuantities({
  id,
  asOf,
  isFinal,
  closes,
  reported,
  list,
}: PositionSources): Pick<StatementPosition, 'quantity' | 'reference' | 'difference'> {
  const close = closes.get(id) ?? null;
  const quantity = findQuantity(id, close, list);
  if (reported === null) return { quantity, reference: null, difference: null };
  const reference = reported.get(id)?.quantity ?? 0;
  const isClosed = isFinal || close?.sessionDate === asOf;
  return { quantity, reference, difference: isClosed ? reference - quantity : null };
}

function findQuantity(id: number, close: PositionClose | null, list: ListBefore | null): number {
  if (close !== null && (list === null || isBehindList(close, list.asOf))) return close.quantity;
  return list?.held.get(id)?.quantity ?? 0;
}

/** Null where the list agreed with the books, or a later session has closed since. One of the date itself may be in the close. */
function findListedChange({ id, asOf, closes, before, list, earlier }: PositionSources): StatementPosition['listed'] {
  const last = before.get(id) ?? null;
  const close = closes.get(id);
  if (close?.includesList === true && close.sessionDate === asOf)
    return toListedChange(asOf, close.quantity - close.net - findQuantity(id, last, list));
  if (list === null || isBehindList(last, list.asOf)) return null;
  return toListedChange(list.asOf, (list.held.get(id)?.quantity ?? 0) - findQuantity(id, last, earlier));
}

const toListedChange = (asOf: string, change: number): StatementPosition['listed'] =>
  change === 0 ? null : { asOf, change };

export const isWorthShowing = ({ quantity, change, profit, reference }: StatementPosition): boolean =>
  quantity !== 0 || change !== 0 || profit.total !== 0n || profit.realised !== 0n || (reference ?? 0) !== 0;
