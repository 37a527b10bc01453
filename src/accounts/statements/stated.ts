import type { MoneyValue } from '../../exchange/ledger/money-value.entity.js';
import type { PositionStatement } from '../../exchange/ledger/position-statement.entity.js';
import type { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import type { StatedPosition } from '../../exchange/ledger/stated-position.entity.js';

/** A statement, and the user who posted it; null is the house itself. */
export type StatedMoney = Readonly<{ value: MoneyValue; postedBy: number | null }>;

export type StatedPositions = Readonly<{ statement: PositionStatement; postedBy: number | null; rows: number }>;

/** A line of a list of positions, with the decimals that its price is counted in, and the symbol of its instrument. */
export type StatedRow = Readonly<{ row: StatedPosition; scale: number; symbol: string }>;

/** A break with the symbol of its instrument. */
export type FoundBreak = Readonly<{ broken: ReconciliationBreak; symbol: string }>;

/** What a list of positions has shown to differ, or no longer to differ. */
export type FoundBreaks = Readonly<{
  opened: readonly FoundBreak[];
  changed: readonly FoundBreak[];
  closed: readonly FoundBreak[];
}>;
