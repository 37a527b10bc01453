/** The prices that the P&L of a position on a day is counted from, beside those of the day's trades. */
import { countKept } from '../engine/list-basis.js';
import type { ReferenceHolding } from '../engine/position-row.js';
import type { Instrument } from '../engine/instrument.js';
import type { PositionClose } from '../exchange/ledger/position.entity.js';
import { isBehindList } from './day-profit.js';

/** A price in units of 10^-(the product's scale + `extraDecimals`). */
type StartingPrice = Readonly<{ price: number; extraDecimals: number }>;

/** `previous` is of what was held over the close before, `listed` of what a list has added since. */
export type StartingPrices = Readonly<{
  previous: (StartingPrice & Readonly<{ date: string }>) | null;
  listed: StartingPrice | null;
}>;

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
  const previous = opening.kept === 0 ? null : toPreviousPrice(sources.last);
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
function findPriceOfOwnList({ quantity }: Opening, { close, reported }: StartingSources): StartingPrice | null {
  if (!close.includesList || reported?.line === undefined) return null;
  const listed = close.quantity - close.net;
  return listed === countKept(quantity, listed) ? null : toListedPrice(reported.line);
}

/** What was held over a close without a price begins at the price of the list as well. */
function findPriceOfEarlierList(
  instrument: Instrument,
  { quantity, kept, list, isUnpriced }: Opening & Readonly<{ isUnpriced: boolean }>,
  { isListInMoney }: StartingSources,
): StartingPrice | null {
  if (list?.line === undefined || (quantity === kept && !isUnpriced)) return null;
  const mark = isListInMoney ? instrument.findClosingMark(list.asOf) : null;
  return mark === null ? toListedPrice(list.line) : { price: mark.price, extraDecimals: 0 };
}

const toPreviousPrice = (last: PositionClose | null): StartingPrices['previous'] =>
  last === null || last.mark === null
    ? null
    : { price: last.mark, extraDecimals: last.markExtraDecimals, date: last.sessionDate };

const toListedPrice = ({ price, extraDecimals }: StartingPrice): StartingPrice => ({ price, extraDecimals });
