import { ValidateBy } from 'class-validator';
import { TooManyRows } from '../account-errors.js';

/** As many rows as one list, or one table, may have. */
export const ROWS_MAX = 5000;

export function requireFewRows(count: number): void {
  if (count > ROWS_MAX) throw new TooManyRows(count, ROWS_MAX);
}

/** Refuses a list with too many rows before any row is looked at: that there are too many is all that is said of it. */
export const HasFewRows = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'hasFewRows',
      validator: { validate: (rows: unknown) => (Array.isArray(rows) && requireFewRows(rows.length), true) },
    },
    { context: { schema: { maxItems: ROWS_MAX } } },
  );
