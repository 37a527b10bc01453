import { createExactNumber } from '../money/exact-number.js';
import { formatAveragePrice } from '../money/average-price.js';
import { formatDecimal } from '../money/decimal.js';

/** A JSON number. If a double would be written differently, a number that keeps its digits. */
type WireNumber = number;

/** Up to this many digits, a double is written as it was read. */
const DIGITS_KEPT = 999_999_999_999_999;

/**
 * A price in units of 10^-`scale` as a JSON number. Up to fifteen digits the nearest double has exactly these digits,
 * and a division gives the nearest double. Raw JSON would cost half a microsecond per price.
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

let lastMoment = NaN;
let lastText = '';

/**
 * Formats an instant as ISO 8601. The last result is cached, because most instants of a response or batch are equal.
 */
export function formatMoment(time: number): string {
  if (time !== lastMoment) {
    lastText = new Date(time).toISOString();
    lastMoment = time;
  }
  return lastText;
}
