/** The price of a position at the close of a date, and where it is from. */
import type { ReferenceHolding } from '../engine/position-row.js';
import type { ClosingMark } from '../exchange/ledger/instrument-state.entity.js';
import type { PositionClose } from '../exchange/ledger/position.entity.js';

/** The price is in units of 10^-(the product's scale + `extraDecimals`). */
export type ClosingPrice = Readonly<{
  price: number;
  extraDecimals: number;
  date: string;
  /** A close of the account, the settlement of a session, or a list of the back office. */
  source: 'close' | 'settlement' | 'reference';
}>;

/** What is known of an instrument up to a date: the last of each. */
export type PriceSources = Readonly<{
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
  if (own !== null || listed === undefined) return own;
  const { price, extraDecimals, asOf } = listed;
  return { price, extraDecimals, date: asOf, source: 'reference' };
}

const toOwnPrice = (close: PositionClose | null): ClosingPrice | null =>
  close === null || close.mark === null
    ? null
    : { price: close.mark, extraDecimals: close.markExtraDecimals, date: close.sessionDate, source: 'close' };
