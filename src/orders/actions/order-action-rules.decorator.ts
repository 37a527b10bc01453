import { ValidateBy, ValidateIf, type ValidationArguments, type ValidationOptions } from 'class-validator';
import { QUANTITY_MAX } from '../../engine/risk.js';
import { isCalendarDate } from '../../http/wire-values.js';
import { isLabel, isWholeNumber, LABEL_LENGTH_MAX, parsePrice } from './field-values.js';

/** A rule over several fields of an action: what is wrong, or null. */
export type CrossFieldRule = (action: Readonly<Record<string, unknown>>) => string | null;

/** What `compileActionRules` and the OpenAPI document read of a rule of this project. */
export type RuleContext = Readonly<{ schema: object; crossField?: CrossFieldRule; pointer?: string; hint?: string }>;

const withContext = (context: RuleContext): ValidationOptions => ({ context });

/** A price: a JSON number, or the same as text. */
export const IsPrice = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isPrice', validator: { validate: (value) => parsePrice(value) !== null } },
    withContext({ schema: { type: ['number', 'string'], pattern: '^-?(?:0|[1-9]\\d{0,14})(?:\\.\\d{1,40})?$' } }),
  );

/**
 * A quantity. The description has the range of the trading rules; other integers of the column are accepted here and
 * stored as rejected actions.
 */
export const IsQuantity = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isQuantity', validator: { validate: isWholeNumber } },
    withContext({ schema: { type: 'integer', minimum: 1, maximum: QUANTITY_MAX } }),
  );

/** Versions start at 1; other numbers match no order. */
export const IsVersion = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isVersion', validator: { validate: isWholeNumber } },
    withContext({ schema: { type: 'integer', minimum: 1 } }),
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
    withContext({ schema: { minLength: 1, maxLength: LABEL_LENGTH_MAX } }),
  );

/** A date as the wire writes it. */
const IsIsoDate = (): PropertyDecorator =>
  ValidateBy({ name: 'isDay', validator: { validate: isCalendarDate } }, withContext({ schema: { format: 'date' } }));

/** A rule over several fields, on the field that it blames, or on `action_type` with the pointer of the whole action. */
export function CrossField(crossField: CrossFieldRule, pointer?: string): PropertyDecorator {
  const findFault = (validated?: ValidationArguments): string | null =>
    crossField(validated?.object as Readonly<Record<string, unknown>>);
  return ValidateBy(
    {
      name: `crossField_${crossField.name}`,
      validator: {
        validate: (_, validated) => findFault(validated) === null,
        defaultMessage: (validated) => findFault(validated) ?? '',
      },
    },
    withContext({ schema: {}, crossField, ...(pointer !== undefined && { pointer }) }),
  );
}

/** A field that is optional where `other` is given. The hint follows the message about the missing field. */
export const RequiredWithout = (other: string, hint: string): PropertyDecorator =>
  ValidateIf(
    (action: Readonly<Record<string, unknown>>, value) => value !== undefined || action[other] === undefined,
    withContext({ schema: {}, hint }),
  );

/**
 * The last session of a good-till-date order: required with `GTD`, rejected with another time in force. A modification may leave either to
 * the order.
 */
export const IsExpireDate =
  ({ isOfModification = false } = {}): PropertyDecorator =>
  (target, name) => {
    const belongsToGtd: CrossFieldRule = ({ expire_date: date, time_in_force: timeInForce }) =>
      date === undefined || timeInForce === 'GTD' || (isOfModification && timeInForce === undefined)
        ? null
        : 'expire_date belongs to time_in_force GTD';
    for (const decorate of [
      ValidateIf(
        ({ time_in_force: timeInForce }: Readonly<Record<string, unknown>>, value) =>
          value !== undefined || (timeInForce === 'GTD' && !isOfModification),
        withContext({ schema: {} }),
      ),
      IsIsoDate(),
      CrossField(belongsToGtd),
    ])
      decorate(target, name);
  };
