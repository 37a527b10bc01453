import { ValueRule } from '../http/fields.decorator.js';
import { parseAmount } from '../money/amount.js';

const isAmount = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && parseAmount(value) !== null;

/** Validates an amount of money, sent as a JSON number or as text. */
export const IsMoney = ({ isNegative = true } = {}): PropertyDecorator =>
  ValueRule('isMoney', (value) =>
    isAmount(value) && (isNegative || (parseAmount(value as number | string) ?? -1n) >= 0n)
      ? null
      : `$property must be an amount of money${isNegative ? '' : ' that is not negative'}: at most 15 digits, of those 4 decimals, without an exponent`,
  );
