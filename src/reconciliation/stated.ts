import type { MoneyValue } from '../exchange/ledger/money-value.entity.js';
import type { PositionStatement, StatedPosition } from '../exchange/ledger/position-statement.entity.js';
import type { ReconciliationBreak } from '../exchange/ledger/reconciliation-break.entity.js';

/** Money values, and the user who posted them; null is the system. */
export type PostedMoneyValue = Readonly<{ value: MoneyValue; postedBy: number | null }>;

export type StatedPositions = Readonly<{ statement: PositionStatement; postedBy: number | null; rows: number }>;

/** A row of a list of positions, with the price scale and the symbol of its instrument. */
export type StatedRow = Readonly<{ row: StatedPosition; scale: number; symbol: string }>;

/** A break with the symbol of its instrument. */
export type FoundBreak = Readonly<{ broken: ReconciliationBreak; symbol: string }>;

/** The breaks that a list of positions opened, changed and closed. */
export type FoundBreaks = Readonly<{
  opened: readonly FoundBreak[];
  changed: readonly FoundBreak[];
  closed: readonly FoundBreak[];
}>;
