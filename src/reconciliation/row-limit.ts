import { ValidateBy } from 'class-validator';
import { TooManyRowsError } from '../accounts/account-errors.js';

/** The most rows of one list or one table. */
export const ROWS_MAX = 5000;

export function requireFewRows(count: number): void {
  if (count > ROWS_MAX) throw new TooManyRowsError(count, ROWS_MAX);
}

/** Rejects a list with too many rows before its rows are validated, with the `too_many_rows` error alone. */
export const HasFewRows = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'hasFewRows',
      validator: { validate: (rows: unknown) => (Array.isArray(rows) && requireFewRows(rows.length), true) },
    },
    { context: { schema: { maxItems: ROWS_MAX } } },
  );
