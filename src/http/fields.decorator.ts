import 'reflect-metadata';
import { ValidateBy, type ValidationOptions, ValidateIf } from 'class-validator';
import { isCalendarDate, parseTimestamp, parseId, isId } from './wire-values.js';
import { Param } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { InvalidRequestError } from './invalid-request-error.js';

/** An optional field. Unlike class-validator's IsOptional it rejects null: no column and no type expects it. */
export const Optional = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** Text is compared and stored without the spaces around it. */
export const Trim = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** A query parameter that may be repeated; always an array. All others are 400 when repeated. */
export const Repeatable = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    value === undefined || Array.isArray(value) ? (value as unknown) : [value],
  );

const message = 'must be an id: a whole number from 1 to 9007199254740991';

/** An id in a body: a JSON number. */
export const IsId = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy({ name: 'isId', validator: { validate: isId, defaultMessage: () => `$property ${message}` } }, options);

/** An id in a query, converted from text. With `each`, the parameter may be repeated. */
export const IsQueryId = (options: ValidationOptions = {}): PropertyDecorator => {
  const parseOrKeep = (value: unknown): unknown => parseId(value) ?? value;
  const transform = Transform(({ value }: { value: unknown }) =>
    options.each === true && value !== undefined ? [value].flat().map(parseOrKeep) : parseOrKeep(value),
  );
  const validate = IsId(options);
  return (target, name) => {
    transform(target, name);
    validate(target, name);
  };
};

/** An id in a path. Anything else is 400 before a look-up. */
export const PathId = (name = 'id'): ParameterDecorator =>
  Param(name, {
    transform: (text: unknown) => {
      const id = parseId(text);
      if (id === null) throw new InvalidRequestError([{ pointer: name, message: `${name} ${message}` }]);
      return id;
    },
  });

/** A timestamp with a time zone. */
export const IsTimestamp = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isTimestamp',
      validator: {
        validate: (value) => parseTimestamp(value) !== null,
        defaultMessage: () =>
          '$property must be a date and time that exist, with their zone, such as 2026-01-30T15:04:05.000Z',
      },
    },
    { context: { schema: { format: 'date-time' } } },
  );

/** A timestamp, or a date for the whole day in UTC. */
export const IsTimestampOrDay = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isTimestampOrDay',
      validator: {
        validate: (value) => parseTimestamp(value) !== null || isCalendarDate(value),
        defaultMessage: () =>
          '$property must be a day that exists, written YYYY-MM-DD, or a date and time with their zone, such as 2026-01-30T15:04:05.000Z',
      },
    },
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

/** A date of the interface: `YYYY-MM-DD`, an existing day without a time. */
export const IsCalendarDate = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isCalendarDate',
      validator: {
        validate: isCalendarDate,
        defaultMessage: () => '$property must be a date that exists, written YYYY-MM-DD',
      },
    },
    options,
  );

const MARK = Symbol('remembered');

/** For a query that programs repeat in the same words: it is parsed once, and every copy gets the same frozen DTO. */
export const CachedQuery = (): ClassDecorator => (dto) => {
  Reflect.defineMetadata(MARK, true, dto);
};

export const isCachedQuery = (dto: object): boolean => Reflect.hasOwnMetadata(MARK, dto);
