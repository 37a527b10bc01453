import { formatAverage, formatPrice } from '../money/price-text.js';
import { countDecimals } from '../money/decimal.js';
import { type ExactNumber, createExactNumber } from '../money/exact-number.js';
import type { PageContext } from './page.js';

declare global {
  // Part of Node 24, not yet of TypeScript 6.
  interface JSON {
    rawJSON(text: string): { readonly rawJSON: string };
    isRawJSON(value: unknown): value is { readonly rawJSON: string };
  }
}

/** The digits of a JSON number, or null. Exact decimals are raw JSON. */
export function toDigits(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (typeof value === 'bigint') return String(value);
  return JSON.isRawJSON(value) && /^-?\d/.test(value.rawJSON) ? value.rawJSON : null;
}

/** The width of a figure right of its units: three characters for `12.50`, none for `12`. */
export function measureFraction(digits: string): number {
  const point = digits.indexOf('.');
  return point < 0 ? 0 : digits.length - point;
}

/**
 * The classes that align a figure with its column at the decimal point: the number of digits that it lacks, up to twelve,
 * and whether it lacks the point, which is narrower than a digit. `widest` is the longest fraction of the column.
 */
export function toPaddingClass(digits: string, widest: number): string {
  const missing = widest - measureFraction(digits);
  if (missing <= 0) return '';
  if (measureFraction(digits) > 0) return ` short-${Math.min(12, missing)}`;
  return missing > 1 ? ` short-${Math.min(12, missing - 1)} whole` : '';
}

/** The facts of an instrument that its prices need: all of its prices have the decimals of its tick. */
export type InstrumentFormat = Readonly<{ symbol: string | null; decimals: number }>;

/** An instrument by its name. An unknown one has its id as symbol, and its prices keep their digits. */
export const toInstrumentFormat = ({ getName }: Pick<PageContext, 'getName'>, id: number): InstrumentFormat => ({
  symbol: getName('instrument_id', id),
  decimals: countDecimals(getName('instrument_tick', id)),
});

/** A price as a table figure, with the decimals of its tick. */
export function toPaddedPrice(price: ExactNumber | number | null, decimals: number): ExactNumber | null {
  const digits = toDigits(price);
  return digits === null ? null : createExactNumber(formatPrice(digits, decimals));
}

/** An average price as a table figure, with at most two decimals more than the tick. */
export function toShownAverage(price: ExactNumber | number | null, decimals: number): ExactNumber | null {
  const digits = toDigits(price);
  return digits === null ? null : createExactNumber(formatAverage(digits, decimals));
}

/** A price of an instrument whose tick is known. */
export const toTickPrice = (tick: ExactNumber, price: ExactNumber | number | null): ExactNumber | null =>
  toPaddedPrice(price, countDecimals(tick.rawJSON));

/** The same for a price in a list with several instruments. */
export const toInstrumentPrice = (
  context: Pick<PageContext, 'getName'>,
  instrumentId: number,
  price: ExactNumber | number | null,
): ExactNumber | null => toPaddedPrice(price, toInstrumentFormat(context, instrumentId).decimals);

/** Thousands separators in groups of three digits. */
const GROUPED_NUMBER = /^(-?)(\d{1,3}(?:([,.'’ _\u00a0\u202f])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$/;

/**
 * The hint for a number with separators: how to write it; null for other input. Such numbers are rejected: 1,000 is a
 * thousand for some readers and one for others.
 */
export function formatSeparatorHint(text: string): string | null {
  const [, sign = '', whole, separator, point, decimals] = GROUPED_NUMBER.exec(text.trim()) ?? [];
  if (whole === undefined || separator === point) return null;
  // A dot before three digits is a decimal point for most readers.
  if (separator === '.' && point === undefined && whole.split('.').length === 2) return null;
  return `Write ${sign}${whole.replaceAll(/\D/g, '')}${decimals === undefined ? '' : `.${decimals}`}, without separators.`;
}
