/** What a verification finds. */
import type { QuerySource } from '../recovery/reading.js';
import { describeKey, findDifferingColumns, type TableShape } from './row-texts.js';

/** The comparison and its differences. The hashes are of the whole state: replayed, and recovered as at a start. */
export type VerificationResult = Readonly<{
  isEqual: boolean;
  /** The command from which on rows are compared. */
  from: number;
  /** The number of commands from there on. */
  commands: number;
  /** The last command that an interrupted verification had replayed, where this one has gone on. */
  resumedAfter: number | null;
  /** Commands in the journal that are not in the tables yet. */
  behind: number;
  rows: number;
  differences: readonly RowDifference[];
  counts: Readonly<Record<string, number>>;
  hashes: Readonly<{ journal: string; tables: string }> | null;
  snapshots: readonly SnapshotResult[];
  /** The command of the verified point that this verification leaves; null if it leaves none. */
  verifiedTo: number | null;
  /** Why a point was not taken. */
  passedOver: readonly string[];
}>;

/** The comparison of a snapshot. The reason is null if the snapshot has the state of the journal. Only a snapshot that differs is an error. */
export type SnapshotResult = Readonly<{
  command: number;
  result: 'equal' | 'differs' | 'passed_over';
  reason: string | null;
}>;

/** A further comparison by a module with tables derived from the exchange's. */
export type FurtherComparison = Readonly<{
  name: string;
  /** Up to where its tables follow the exchange, as a number that only grows. */
  readPlace(source: QuerySource): Promise<number>;
  /** Returns the number of compared rows. `since` is an earlier place, up to which they were compared; 0 compares all. */
  compare(
    source: QuerySource,
    differences: DifferenceList,
    goesOn: (line: () => string) => void,
    since: number,
  ): Promise<number>;
}>;

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

/** The differences between journal and tables: the first ones in detail, all of them as counts. */
export class DifferenceList {
  readonly reported: RowDifference[] = [];
  readonly counts: Record<string, number> = {};

  /** The two texts of a row; null for a missing row. */
  compare(table: TableShape, journal: string | null, stored: string | null): void {
    if (journal === stored) return;
    const row = describeKey(table, journal ?? stored ?? '');
    if (journal === null || stored === null) {
      this.addMissing(table.name, row, journal === null ? 'journal' : 'stored');
      return;
    }
    const [first, ...others] = findDifferingColumns(table, journal, stored);
    if (first === undefined) return;
    this.add({ table: table.name, row, column: first.column, journal: first.journal, stored: first.table });
    for (const { column, journal: expected, table: has } of others)
      this.report({ table: table.name, row, column, journal: expected, stored: has });
  }

  /** A row that the journal does not lead to, or that is not stored. */
  addMissing(table: string, row: string, missing: 'journal' | 'stored'): void {
    const [journal, stored] = missing === 'journal' ? [null, 'a row'] : ['a row', null];
    this.add({ table, row, column: null, journal, stored });
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
