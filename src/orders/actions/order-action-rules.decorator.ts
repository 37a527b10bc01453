import { ValidateBy, type ValidationOptions } from 'class-validator';
import { QUANTITY_MAX } from '../../engine/risk.js';
import { isCalendarDate } from '../../http/wire-values.js';
import { parsePrice, isLabel, LABEL_LENGTH_MAX, INTEGER_MAX } from './field-reader.js';

/*
 * What the fields of an order action may be, in the words of the description. The body itself is read by order-action-from-wire.ts,
 * which knows the same rules without asking for them.
 */

/** The options of a rule that define its JSON Schema. */
const withSchema = (schema: object): ValidationOptions => ({ context: { schema } });

/** A price: a JSON number, or the same as text. */
export const IsPrice = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isPrice', validator: { validate: (value) => parsePrice(value) !== null } },
    withSchema({ type: ['number', 'string'], pattern: '^-?\\d+(?:\\.\\d+)?$' }),
  );

const isWholeNumber = (value: unknown): boolean => Number.isInteger(value) && Math.abs(value as number) <= INTEGER_MAX;

/**
 * A quantity. The description has the range of the trading rules; other integers of the column are accepted here and
 * stored as rejected actions.
 */
export const IsQuantity = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isQuantity', validator: { validate: isWholeNumber } },
    withSchema({ type: 'integer', minimum: 1, maximum: QUANTITY_MAX }),
  );

/** Versions start at 1; other numbers match no order. */
export const IsVersion = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isVersion', validator: { validate: isWholeNumber } },
    withSchema({ type: 'integer', minimum: 1 }),
  );

/** A client's own id or tag. */
export const IsLabel = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isLabel',
      validator: {
        validate: isLabel,
        defaultMessage: () => `$property must have 1 to ${LABEL_LENGTH_MAX} characters, and only such as can be seen`,
      },
    },
    withSchema({ minLength: 1, maxLength: LABEL_LENGTH_MAX }),
  );

/** A date as the wire writes it. */
export const IsIsoDate = (): PropertyDecorator =>
  ValidateBy({ name: 'isDay', validator: { validate: isCalendarDate } }, withSchema({ format: 'date' }));
