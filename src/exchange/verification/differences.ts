/** The differences between journal and tables: the first ones in detail, all of them as counts. */
import { findDifferingColumns, describeKey, type TableShape } from './row-texts.js';

/** `column` is null if a whole row is missing on one side. */
export type RowDifference = Readonly<{
  table: string;
  row: string;
  column: string | null;
  journal: string | null;
  stored: string | null;
}>;

/** The number of listed differences per table. */
const REPORTED_PER_TABLE = 10;

export class DifferenceList {
  readonly reported: RowDifference[] = [];
  readonly counts: Record<string, number> = {};

  /** The two texts of a row; null for a missing row. */
  compare(table: TableShape, journal: string | null, stored: string | null): void {
    if (journal === stored) return;
    const row = describeKey(table, journal ?? stored ?? '');
    if (journal === null || stored === null) {
      this.add({
        table: table.name,
        row,
        column: null,
        journal: journal === null ? null : 'a row',
        stored: stored === null ? null : 'a row',
      });
      return;
    }
    const [first, ...others] = findDifferingColumns(table, journal, stored);
    if (first === undefined) return;
    this.add({ table: table.name, row, column: first.column, journal: first.journal, stored: first.table });
    for (const { column, journal: expected, table: has } of others)
      this.report({ table: table.name, row, column, journal: expected, stored: has });
  }

  /** Counts as one differing row. */
  add(difference: RowDifference): void {
    const { table } = difference;
    this.counts[table] = (this.counts[table] ?? 0) + 1;
    this.report(difference);
  }

  get areNone(): boolean {
    return Object.keys(this.counts).length === 0;
  }

  private report(difference: RowDifference): void {
    if (this.reported.filter(({ table }) => table === difference.table).length < REPORTED_PER_TABLE)
      this.reported.push(difference);
  }
}
