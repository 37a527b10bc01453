import { sumDecimals } from '../money/decimal.js';
import { createExactNumber, type ExactNumber } from '../money/exact-number.js';
import { toDigits } from './number-format.js';
import type { PageContext } from './page.js';
import type { TableTotal } from './table.page.js';

/** The sums of these columns by currency, of each one, where there are several rows. A sum without one of its amounts would be wrong, so it is empty. By its id a script knows the sums of one currency from those of another. */
export function sumColumnsByCurrency<Row extends Readonly<{ currency: string }>>(
  rows: readonly Row[],
  keys: readonly (keyof Row & string)[],
): TableTotal[] {
  if (rows.length < 2) return [];
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([currency, members]) => ({
      id: `total-${currency}`,
      label: `Total ${currency}`,
      currency,
      sums: Object.fromEntries(keys.map((key) => [key, sum(members.map((row) => toDigits(row[key])))])),
    }));
}

/** Sums of a page say so where the list is longer. */
export const labelTotals = (
  totals: readonly TableTotal[],
  { path, nextUrl }: Pick<PageContext, 'path' | 'nextUrl'>,
): readonly TableTotal[] =>
  nextUrl === null && !/[?&]cursor=/.test(path)
    ? totals
    : totals.map((total) => ({ ...total, label: `${total.label}, this page` }));

function sum(amounts: readonly (string | null)[]): ExactNumber | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length < amounts.length ? null : createExactNumber(sumDecimals(known));
}
