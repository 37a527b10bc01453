import { countDecimals } from '../money/decimal.js';
import { type ExactNumber, createExactNumber } from '../money/exact-number.js';
import { toDigits } from './number-format.js';
import type { PageContext } from './page.js';

/** Formats prices: all prices of an instrument have the decimals of its tick. */

/** The facts of an instrument that its prices need. */
export type InstrumentFormat = Readonly<{ symbol: string | null; decimals: number }>;

/** An instrument by its name. An unknown one has its id as symbol, and its prices keep their digits. */
export const toInstrumentFormat = ({ getName }: Pick<PageContext, 'getName'>, id: number): InstrumentFormat => ({
  symbol: getName('instrument_id', id),
  decimals: countDecimals(getName('instrument_tick', id)),
});

/** `digits` are the shortest form; prices with more decimals than the tick keep them. */
export function formatPrice(digits: string | null, decimals: number): string {
  if (digits === null) return '';
  const [whole = '', fraction = ''] = digits.split('.');
  return decimals === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** The same as a table figure. */
export function toPaddedPrice(price: ExactNumber | number | null, decimals: number): ExactNumber | null {
  const digits = toDigits(price);
  return digits === null ? null : createExactNumber(formatPrice(digits, decimals));
}

/** The same for an instrument whose tick is known. */
export const toTickPrice = (tick: ExactNumber, price: ExactNumber | number | null): ExactNumber | null =>
  toPaddedPrice(price, countDecimals(tick.rawJSON));

/** The same for a price in a list with several instruments. */
export const toInstrumentPrice = (
  context: Pick<PageContext, 'getName'>,
  instrumentId: number,
  price: ExactNumber | number | null,
): ExactNumber | null => toPaddedPrice(price, toInstrumentFormat(context, instrumentId).decimals);
