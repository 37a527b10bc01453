import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { normalizeDecimal, DIGITS_MAX, DECIMALS_MAX } from '../money/decimal.js';

const message = `$property must be a decimal number of at most ${DIGITS_MAX} digits, ${DECIMALS_MAX} of them behind the point, without an exponent`;

/** A decimal as a JSON number or as text; converted to normalized text. */
export const IsDecimalNumber = (): PropertyDecorator => (target, property) => {
  Transform(({ value }: { value: unknown }) => normalizeDecimal(value) ?? value)(target, property);
  ValidateBy({
    name: 'isDecimalNumber',
    validator: {
      validate: (value) => typeof value === 'string' && normalizeDecimal(value) === value,
      defaultMessage: () => message,
    },
  })(target, property);
};
