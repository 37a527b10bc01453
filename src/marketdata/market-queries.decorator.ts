import { Transform } from 'class-transformer';
import { IsIn, Matches } from 'class-validator';
import { combine, ValueRule } from '../http/fields.decorator.js';
import { isCalendarDate, parseTimestamp } from '../http/wire-values.js';

const DAY_MS = 86_400_000;

/** The first and last millisecond of a text: for a date, of the whole day in UTC. Null for invalid text. */
export function parseTimestampRange(value: unknown): Readonly<{ first: number; last: number }> | null {
  if (isCalendarDate(value)) {
    const first = Date.parse(`${value}T00:00:00Z`);
    return { first, last: first + DAY_MS - 1 };
  }
  const at = parseTimestamp(value);
  return at === null ? null : { first: at, last: at };
}

/** An id of a row that the caller has; 0 is before the first. */
export const IsSinceId = (): PropertyDecorator =>
  combine(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^(?:0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value,
    ),
    ValueRule(
      'isSinceId',
      (value) =>
        Number.isSafeInteger(value) && (value as number) >= 0
          ? null
          : '$property must be a whole number from 0 to 9007199254740991',
      { context: { schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } } },
    ),
  );

/** A symbol in any case. */
export const IsSymbolName = (): PropertyDecorator =>
  Matches(/^\S(?:[^\r\n\t]{0,30}\S)?$/, {
    message: '$property must be the symbol of an instrument, of 1 to 32 characters',
  });

/** Yes or no, in a query. */
export const IsBooleanText = (): PropertyDecorator => IsIn(['true', 'false']);

/** A timestamp with a zone, or a date for the whole day. */
export const IsTimestampOrDate = (): PropertyDecorator =>
  ValueRule('isTimestampOrDate', (value) =>
    parseTimestampRange(value) === null
      ? '$property must be a date that exists, such as 2026-01-30, or a date and time with its zone, such as 2026-01-30T15:04:05.000Z'
      : null,
  );
