import type { CommandResult } from '../exchange/commit-loop.js';
import type { AccountAuditNote } from '../accounts/account-writing.service.js';

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
): AccountAuditNote | null {
  if (executed !== undefined && isRepeatedStatement(executed.events)) return null;
  return {
    action: 'account.positions_stated',
    subject: ['account', acctId],
    changes: { ...(executed && { list: executed.seq }), as_of: asOf, rows },
  };
}
