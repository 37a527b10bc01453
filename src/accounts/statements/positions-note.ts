import type { CommandResult } from '../../exchange/commit-loop.js';
import type { Note } from '../account-writing.service.js';

type StatementNote = Readonly<{ acctId: number; asOf: string; rows: number }>;

/** Whether what was stated was the list that counted already. */
export const isRepetition = (events: CommandResult['events']): boolean =>
  !events.some(({ type }) => type === 'PositionsStated');

/** The breaks that a list has closed, or whose difference it has changed. */
export const resolvedIn = (events: CommandResult['events']) =>
  events.flatMap((event) => (event.type === 'BreakClosed' || event.type === 'BreakChanged' ? [event.row] : []));

/** What is written down of a list of positions; by its number the log knows what it was about. The same once more is nothing that was done. */
export function positionsNote({ acctId, asOf, rows }: StatementNote, carried: CommandResult | undefined): Note | null {
  if (carried !== undefined && isRepetition(carried.events)) return null;
  return {
    action: 'account.positions_stated',
    detail: `${carried === undefined ? '' : `list ${carried.seq} of `}account ${acctId}, close of ${asOf}, ${rows} ${rows === 1 ? 'row' : 'rows'}`,
  };
}
