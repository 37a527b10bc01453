import { type ExactNumber, exactNumber } from '../http/exact-number.js';
import { amountText } from '../money/amount.js';
import { decimalText } from '../money/decimal.js';

/** What the exchange counts, as it leaves: to the last digit. */

export const amount = (money: bigint): ExactNumber => exactNumber(amountText(money));

export const price = (units: number, scale: number): ExactNumber => exactNumber(decimalText(units, scale));

export const moment = (time: number): string => new Date(time).toISOString();
