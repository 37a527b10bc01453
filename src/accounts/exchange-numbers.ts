import { VALUE_SCALE } from '../engine/valuation.js';
import { type ExactNumber, createExactNumber } from '../money/exact-number.js';
import { formatAmount } from '../money/amount.js';
import { formatDecimal } from '../money/decimal.js';

/** Converts the engine's integers to exact JSON numbers. */

export const toAmount = (money: bigint): ExactNumber => createExactNumber(formatAmount(money));

/** Values of positions and accounts, which may have more decimals than money. */
export const toValue = (worth: bigint): ExactNumber => createExactNumber(formatDecimal(worth, VALUE_SCALE));

export const toPrice = (units: number, scale: number): ExactNumber => createExactNumber(formatDecimal(units, scale));

export const toTimestamp = (time: number): string => new Date(time).toISOString();
