import { ValidateBy } from 'class-validator';
import { parseAmount } from '../money/amount.js';

const isAmount = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && parseAmount(value) !== null;

/** An amount of money, as a JSON number or as text. */
export const IsMoney = ({ isNegative = true } = {}): PropertyDecorator =>
  ValidateBy({
    name: 'isMoney',
    validator: {
      validate: (value) => isAmount(value) && (isNegative || (parseAmount(value as number | string) ?? -1n) >= 0n),
      defaultMessage: () =>
        `$property must be an amount of money${isNegative ? '' : ' that is not negative'}: at most 15 digits, 4 of them behind the point, without an exponent`,
    },
  });
