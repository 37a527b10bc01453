/**
 * The prices of a position in a statement: those that the P&L of the day is counted from, beside those of its trades,
 * and the closing price.
 */
import { countKept } from '../../engine/list-basis.js';
import type { ReferenceHolding } from '../../engine/position-row.js';
import type { Instrument } from '../../engine/instrument.js';
import type { PositionClose } from '../../exchange/ledger/position.entity.js';
import { isBehindList } from './day-profit.js';
import type { ClosingMark } from '../../exchange/ledger/instrument-state.entity.js';

/** A price in units of 10^-(the product's scale + `extraDecimals`). */
type UnitPrice = Readonly<{ price: number; extraDecimals: number }>;
type DatedPrice = UnitPrice & Readonly<{ date: string }>;

/** `previous` is of what was held over the close before, `listed` of what a list has added since. */
export type StartingPrices = Readonly<{ previous: DatedPrice | null; listed: UnitPrice | null }>;

/** A list of the back office, as far as a position has a line in it. Without a line it is flat. */
type ListLine = Readonly<{ asOf: string; line: ReferenceHolding | undefined }>;

/** `close` is that of the day itself, `last` the one before it. */
type StartingSources = Readonly<{
  close: PositionClose;
  last: PositionClose | null;
  /** The latest list before the day. */
  list: ListLine | null;
  /** The list of the day itself. */
  reported: ListLine | null;
  /** Whether money values have the list before the day, and so what it has added at its closing price. */
  isListInMoney: boolean;
}>;

export const NO_STARTING_PRICES: StartingPrices = { previous: null, listed: null };

export function findStartingPrices(instrument: Instrument, sources: StartingSources): StartingPrices {
  const opening = findOpening(sources);
  const previous = opening.kept === 0 ? null : toOwnPrice(sources.last);
  return {
    previous,
    listed:
      findPriceOfOwnList(opening, sources) ??
      findPriceOfEarlierList(instrument, { ...opening, isUnpriced: previous === null }, sources),
  };
}

/** What the day begins with: the quantity by the list before it, if that is not in the close before, and what of it was held over that close. */
type Opening = Readonly<{ quantity: number; kept: number; list: ListLine | null }>;

function findOpening({ last, list }: StartingSources): Opening {
  const closed = last?.quantity ?? 0;
  if (list === null || isBehindList(last, list.asOf)) return { quantity: closed, kept: closed, list: null };
  const quantity = list.line?.quantity ?? 0;
  return { quantity, kept: countKept(closed, quantity), list };
}

/** A list of the day itself that came before the close. */
function findPriceOfOwnList({ quantity }: Opening, { close, reported }: StartingSources): UnitPrice | null {
  if (!close.includesList || reported?.line === undefined) return null;
  const listed = close.quantity - close.net;
  return listed === countKept(quantity, listed) ? null : toListedPrice(reported.line);
}

/** What was held over a close without a price begins at the price of the list as well. */
function findPriceOfEarlierList(
  instrument: Instrument,
  { quantity, kept, list, isUnpriced }: Opening & Readonly<{ isUnpriced: boolean }>,
  { isListInMoney }: StartingSources,
): UnitPrice | null {
  if (list?.line === undefined || (quantity === kept && !isUnpriced)) return null;
  const mark = isListInMoney ? instrument.findClosingMark(list.asOf) : null;
  return mark === null ? toListedPrice(list.line) : { price: mark.price, extraDecimals: 0 };
}

const toListedPrice = ({ price, extraDecimals }: UnitPrice): UnitPrice => ({ price, extraDecimals });

/**
 * The price of a position at the close of a date: of a close of the account, the settlement of a session, or a list of
 * the back office.
 */
export type ClosingPrice = DatedPrice & Readonly<{ source: 'close' | 'settlement' | 'reference' }>;

/** What is known of an instrument up to a date: the last of each. */
type PriceSources = Readonly<{
  close: PositionClose | null;
  mark: ClosingMark | undefined;
  listed: Omit<ReferenceHolding, 'quantity'> | undefined;
}>;

/**
 * The price of the last session's close, which is that of the account unless a later session settled without it. A list comes last: its
 * prices may be averages.
 */
export function chooseClosingPrice({ close, mark, listed }: PriceSources): ClosingPrice | null {
  const own = toOwnPrice(close);
  if (mark !== undefined && (own === null || mark.sessionDate > own.date))
    return { price: mark.price, extraDecimals: 0, date: mark.sessionDate, source: 'settlement' };
  if (own !== null) return { ...own, source: 'close' };
  if (listed === undefined) return null;
  const { price, extraDecimals, asOf } = listed;
  return { price, extraDecimals, date: asOf, source: 'reference' };
}

/** Null where the account had no close, or one without a price. */
const toOwnPrice = (close: PositionClose | null): DatedPrice | null =>
  close === null || close.mark === null
    ? null
    : { price: close.mark, extraDecimals: close.markExtraDecimals, date: close.sessionDate };
