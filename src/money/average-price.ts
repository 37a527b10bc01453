/** The one place where a price is rounded to be looked at. Nothing is ever computed from an average price. */
import { DECIMALS_MAX, DIGITS_MAX, formatDecimal } from './decimal.js';
import { divideHalfEven } from './rounding.js';

/** How many more decimals an average shows than the prices that it is made of. */
export const AVERAGE_DECIMALS = 4;

/**
 * `cost` / `quantity` as decimal text, the cost being a sum of price units of 10^-`scale` times quantities; null of nothing. It never has
 * more digits than a price may be sent with, so that it can be sent back.
 */
export function formatAveragePrice(cost: bigint, quantity: number, scale: number): string | null {
  if (quantity === 0) return null;
  const whole = String(cost / BigInt(quantity) / 10n ** BigInt(scale)).replace('-', '').length;
  const decimals = Math.max(scale, Math.min(DECIMALS_MAX, scale + AVERAGE_DECIMALS, DIGITS_MAX - whole));
  return formatDecimal(divideHalfEven(cost * 10n ** BigInt(decimals - scale), BigInt(quantity)), decimals);
}
