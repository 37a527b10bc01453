import type { MoneyValue } from '../exchange/ledger/money-value.entity.js';
import type { PositionStatement, StatedPosition } from '../exchange/ledger/position-statement.entity.js';
import type { ReconciliationBreak } from '../exchange/ledger/reconciliation-break.entity.js';
import type { CommandResult } from '../exchange/commit-loop.js';
import type { AuditedAction } from '../audit/audit-writing.js';

type StatementNote = Readonly<{ acctId: number; asOf: string; rows: number }>;

/** Whether the posted list was the same as the latest list of that date. */
export const isRepeatedStatement = (events: CommandResult['events']): boolean =>
  !events.some(({ type }) => type === 'PositionsStated');

/** The breaks that a list closed or changed. */
export const findResolvedBreaks = (events: CommandResult['events']) =>
  events.flatMap((event) => (event.type === 'BreakClosed' || event.type === 'BreakChanged' ? [event.row] : []));

/** The audit note of a list of positions. It has the list's number, by which the audit log finds it. Null for a repeated list. */
export function createPositionsNote(
  { acctId, asOf, rows }: StatementNote,
  executed: CommandResult | undefined,
): AuditedAction | null {
  if (executed !== undefined && isRepeatedStatement(executed.events)) return null;
  return {
    action: 'account.positions_stated',
    subject: ['account', acctId],
    changes: { ...(executed && { list: executed.seq }), as_of: asOf, rows },
  };
}

/** Money values, and the user who posted them; null is the system. */
export type PostedMoneyValue = Readonly<{ value: MoneyValue; postedBy: number | null }>;

export type StatedPositions = Readonly<{ statement: PositionStatement; postedBy: number | null; rows: number }>;

/** `replacedBy` is the list of the same account and date that counts; null if it is this one. */
export type ListedPositions = StatedPositions & Readonly<{ replacedBy: number | null }>;

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
