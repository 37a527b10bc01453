import { ValidateBy, type ValidationOptions } from 'class-validator';
import { isCalendarDate } from './wire-values.js';

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
