import type { QuerySource } from '../recovery/reading.js';
import type { DifferenceList, RowDifference } from './differences.js';
import type { SnapshotResult } from './snapshot-comparison.js';

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
