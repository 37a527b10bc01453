import { countDecimals } from '../money/decimal.js';
import { type ExactNumber, createExactNumber } from './exact-number.js';
import { toDigits } from './number-format.js';
import type { PageContext } from './page.js';

/** Prices as people read them: those of one instrument all have as many decimals as its ticks, so that they stand below each other. */

/** What sentences and tables have to know of an instrument to tell its prices. */
export type InstrumentFormat = Readonly<{ symbol: string | null; decimals: number }>;

/** An instrument as the reader knows it. The tick of an unknown one is its id, a whole number, and its prices stand as they travel. */
export const toInstrumentFormat = ({ getName }: Pick<PageContext, 'getName'>, id: number): InstrumentFormat => ({
  symbol: getName('instrument_id', id),
  decimals: countDecimals(getName('instrument_tick', id)),
});

/** `digits` as they travel, shortest; what has more decimals than the ticks keeps them. */
export function formatPrice(digits: string | null, decimals: number): string {
  if (digits === null) return '';
  const [whole = '', fraction = ''] = digits.split('.');
  return decimals === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** The same as a figure for a table. */
export function toPaddedPrice(price: ExactNumber | number | null, decimals: number): ExactNumber | null {
  const digits = toDigits(price);
  return digits === null ? null : createExactNumber(formatPrice(digits, decimals));
}

/** The same of an instrument whose ticks are at hand. */
export const toTickPrice = (tick: ExactNumber, price: ExactNumber | number | null): ExactNumber | null =>
  toPaddedPrice(price, countDecimals(tick.rawJSON));

/** The same of a price of this instrument, for a list in which there are others. */
export const toInstrumentPrice = (
  context: Pick<PageContext, 'getName'>,
  instrumentId: number,
  price: ExactNumber | number | null,
): ExactNumber | null => toPaddedPrice(price, toInstrumentFormat(context, instrumentId).decimals);
