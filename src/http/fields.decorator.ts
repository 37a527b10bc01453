import 'reflect-metadata';
import {
  IsIn,
  isISO4217CurrencyCode,
  IsObject,
  IsString,
  Length,
  Matches,
  ValidateBy,
  type ValidationOptions,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { isCalendarDate, parseTimestamp, parseId, isId } from './wire-values.js';
import { Param } from '@nestjs/common';
import { Transform, Type, type ClassConstructor } from 'class-transformer';
import { InvalidRequestError } from './invalid-request-error.js';

/** Several rules as one, in this order. */
export const combine =
  (...rules: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, name) => {
    for (const rule of rules) rule(target, name);
  };

/** A rule of this project. `findFault` gets the value and its body; it returns the message, or null for a valid value. */
export const ValueRule = (
  name: string,
  findFault: (value: unknown, body: object) => string | null,
  options?: ValidationOptions,
): PropertyDecorator =>
  ValidateBy(
    {
      name,
      validator: {
        validate: (value, args) => findFault(value, args?.object ?? {}) === null,
        defaultMessage: (args) => findFault(args?.value, args?.object ?? {}) ?? '',
      },
    },
    options,
  );

/** An optional field. Unlike class-validator's IsOptional it rejects null: no column and no type expects it. */
export const Optional = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** An object with a DTO of its own. */
export const IsNested = (getDto: () => ClassConstructor<object>): PropertyDecorator =>
  combine(Type(getDto), ValidateNested(), IsObject());

/** Text is compared and stored without the spaces around it. */
export const Trim = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** Text that is searched for. */
export const IsSearchText = (): PropertyDecorator => combine(Trim(), Optional(), IsString(), Length(1, 100));

/** A field by which a list is sorted, with `-` before it from the greatest value. */
export const IsSort = (fields: readonly string[]): PropertyDecorator =>
  combine(Optional(), IsIn(fields.flatMap((field) => [field, `-${field}`])));

/** A query parameter that may be repeated; always an array. All others are 400 when repeated. */
export const Repeatable = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    value === undefined || Array.isArray(value) ? (value as unknown) : [value],
  );

const ID_MESSAGE = 'must be an id: a whole number from 1 to 9007199254740991';

/** An id in a body: a JSON number. */
export const IsId = (options?: ValidationOptions): PropertyDecorator =>
  ValueRule('isId', (value) => (isId(value) ? null : `$property ${ID_MESSAGE}`), options);

/** A whole number in a query, converted from text. Other spellings, such as 1e3, stay text, which is no number. */
export const ParseWholeNumber = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  );

/** In the list of ISO 4217, and no money: the code for tests, and the one for "no currency". */
const NO_MONEY: readonly string[] = ['XTS', 'XXX'];

const isCurrency = (code: string): boolean => isISO4217CurrencyCode(code) && !NO_MONEY.includes(code);

/** A code of ISO 4217 that is money. */
export const IsCurrency = (): PropertyDecorator =>
  combine(
    Matches(/^[A-Z]{3}$/, { message: '$property must be a three-letter currency code, such as USD' }),
    ValueRule('isCurrency', (value) =>
      typeof value !== 'string' || !/^[A-Z]{3}$/.test(value) || isCurrency(value)
        ? null
        : `$property must be a currency of ISO 4217, such as USD; ${value} is none`,
    ),
  );

/** An id in a query, converted from text. With `each`, the parameter may be repeated. */
export const IsQueryId = (options: ValidationOptions = {}): PropertyDecorator => {
  const parseOrKeep = (value: unknown): unknown => parseId(value) ?? value;
  const transform = Transform(({ value }: { value: unknown }) =>
    options.each === true && value !== undefined ? [value].flat().map(parseOrKeep) : parseOrKeep(value),
  );
  return combine(transform, IsId(options));
};

/** An id by which a list is filtered, or a form is filled in. */
export const IsFilterId = (options?: ValidationOptions): PropertyDecorator => combine(Optional(), IsQueryId(options));

/** An id in a path. Anything else is 400 before a look-up. */
export const PathId = (name = 'id'): ParameterDecorator =>
  Param(name, {
    transform: (text: unknown) => {
      const id = parseId(text);
      if (id === null) throw new InvalidRequestError([{ pointer: name, message: `${name} ${ID_MESSAGE}` }]);
      return id;
    },
  });

/** A timestamp with a time zone. */
export const IsTimestamp = (): PropertyDecorator =>
  ValueRule('isTimestamp', (value) => (parseTimestamp(value) === null ? TIMESTAMP_MESSAGE : null), {
    context: { schema: { format: 'date-time' } },
  });

const TIMESTAMP_MESSAGE =
  '$property must be a date and time that exist, with their zone, such as 2026-01-30T15:04:05.000Z';

/** A timestamp, or a date for the whole day in UTC. */
export const IsTimestampOrDay = (): PropertyDecorator =>
  ValueRule(
    'isTimestampOrDay',
    (value) => (parseTimestamp(value) !== null || isCalendarDate(value) ? null : TIMESTAMP_OR_DAY_MESSAGE),
    {
      context: {
        schema: {
          anyOf: [
            { type: 'string', format: 'date-time' },
            { type: 'string', format: 'date' },
          ],
        },
      },
    },
  );

const TIMESTAMP_OR_DAY_MESSAGE =
  '$property must be a day that exists, written YYYY-MM-DD, or a date and time with their zone, such as 2026-01-30T15:04:05.000Z';

/** A date of the interface: `YYYY-MM-DD`, an existing day without a time. */
export const IsCalendarDate = (options?: ValidationOptions): PropertyDecorator =>
  ValueRule(
    'isCalendarDate',
    (value) => (isCalendarDate(value) ? null : '$property must be a date that exists, written YYYY-MM-DD'),
    options,
  );

const MARK = Symbol('remembered');

/** For a query that programs repeat in the same words: it is parsed once, and every copy gets the same frozen DTO. */
export const CachedQuery = (): ClassDecorator => (dto) => {
  Reflect.defineMetadata(MARK, true, dto);
};

export const isCachedQuery = (dto: object): boolean => Reflect.hasOwnMetadata(MARK, dto);
