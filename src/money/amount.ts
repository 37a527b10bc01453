/** Money is a whole number of 10^-4 of its currency, as a bigint: sums of any size stay exact. */
import { type Decimal, formatDecimal, parseDecimal } from './decimal.js';

export const MONEY_SCALE = 4;

/** The amount that a decimal spells, or null if it is finer than money is. */
function toAmount({ digits, decimals }: Decimal): bigint | null {
  return decimals > MONEY_SCALE ? null : BigInt(digits) * 10n ** BigInt(MONEY_SCALE - decimals);
}

export function parseAmount(value: number | string): bigint | null {
  const decimal = parseDecimal(value);
  return decimal === null ? null : toAmount(decimal);
}

export const formatAmount = (amount: bigint): string => formatDecimal(amount, MONEY_SCALE);
