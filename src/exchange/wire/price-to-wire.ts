import { createExactNumber } from '../../http/exact-number.js';
import { formatAveragePrice } from '../../money/average-price.js';
import { formatDecimal } from '../../money/decimal.js';

/** A number as JSON carries it. Where a double writes another text than the number has, it is one that keeps its digits. */
type WireNumber = number;

/** Numbers with as many digits at most are written by a double as they were read. */
const DIGITS_KEPT = 999_999_999_999_999;

/**
 * A price in units of 10^-`scale` as a JSON number. Up to fifteen digits the nearest double is written back with exactly these
 * digits, and a division gives the nearest double; raw JSON of them would cost half a microsecond each, and every answer has several.
 */
export function toWirePrice(units: number, scale: number): WireNumber;
export function toWirePrice(units: number | null, scale: number): WireNumber | null;
export function toWirePrice(units: number | null, scale: number): WireNumber | null {
  if (units === null) return null;
  const price = units / 10 ** scale;
  // Below a millionth a double is written with an exponent.
  const isPlain = Math.abs(units) <= DIGITS_KEPT && (Math.abs(price) >= 1e-6 || units === 0);
  return isPlain ? price : toRawNumber(formatDecimal(units, scale));
}

export function toWireAveragePrice(turnover: bigint, quantity: number, scale: number): WireNumber | null {
  const text = formatAveragePrice(turnover, quantity, scale);
  return text === null ? null : toRawNumber(text);
}

const toRawNumber = (text: string): WireNumber => createExactNumber(text) as unknown as WireNumber;
