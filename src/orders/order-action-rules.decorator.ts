import { ValidateBy, type ValidationOptions } from 'class-validator';
import { QUANTITY_MAX } from '../engine/risk.js';
import { isCalendarDate } from '../http/wire-values.js';
import { parsePrice } from './price-parser.js';
import { isLabel, LABEL_LENGTH_MAX, INTEGER_MAX } from './field-reader.js';

/*
 * What the fields of an order action may be, in the words of the description. The body itself is read by order-action-from-wire.ts,
 * which knows the same rules without asking for them.
 */

/** The options in which a rule says what it is called in JSON Schema. */
const withSchema = (schema: object): ValidationOptions => ({ context: { schema } });

/** A price: a JSON number, or the same as text. */
export const IsPrice = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isPrice', validator: { validate: (value) => parsePrice(value) !== null } },
    withSchema({ type: ['number', 'string'], pattern: '^-?\\d+(?:\\.\\d+)?$' }),
  );

const isWholeNumber = (value: unknown): boolean => Number.isInteger(value) && Math.abs(value as number) <= INTEGER_MAX;

/** How many. The description names what the rules of trading take; what else a column holds is read too, and kept as the refused action it is. */
export const IsQuantity = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isQuantity', validator: { validate: isWholeNumber } },
    withSchema({ type: 'integer', minimum: 1, maximum: QUANTITY_MAX }),
  );

/** Versions are counted from 1; another number is read as one that no order has. */
export const IsVersion = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isVersion', validator: { validate: isWholeNumber } },
    withSchema({ type: 'integer', minimum: 1 }),
  );

/** What a client calls something of its own. */
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
