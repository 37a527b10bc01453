import { ValidateBy } from 'class-validator';
import { isCalendarDate, parseTimestamp } from './wire-values.js';

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
