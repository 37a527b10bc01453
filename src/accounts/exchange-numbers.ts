import { VALUE_SCALE } from '../engine/valuation.js';
import { type ExactNumber, createExactNumber } from '../http/exact-number.js';
import { amountText } from '../money/amount.js';
import { decimalText } from '../money/decimal.js';

/** What the exchange counts, as it leaves: to the last digit. */

export const amount = (money: bigint): ExactNumber => createExactNumber(amountText(money));

/** What positions and accounts are worth, which may have more decimals than money. */
export const value = (worth: bigint): ExactNumber => createExactNumber(decimalText(worth, VALUE_SCALE));

export const price = (units: number, scale: number): ExactNumber => createExactNumber(decimalText(units, scale));

export const moment = (time: number): string => new Date(time).toISOString();
