import { ValidateBy, type ValidationOptions } from 'class-validator';
import { isCalendarDate } from './wire-values.js';

/** A date as the interface writes it: `YYYY-MM-DD`, a day that exists, and nothing more. */
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
