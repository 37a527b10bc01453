import type { MoneyStatement, PositionStatement } from '../../../engine/command.js';
import type { Carried } from '../../../exchange/commit-loop.js';
import type { Note } from '../../account-writing.service.js';
import { positionsNote } from '../positions-note.js';
import type { UploadOutcome } from './statement-upload.entity.js';

/** What the exchange has made of a statement. */
export function outcomeOf({ acctId, asOf }: MoneyStatement | PositionStatement, carried: Carried | undefined): UploadOutcome {
  const outcome = { acctId, asOf, seq: carried?.seq ?? 0, version: null as number | null, isRepeated: false, opened: 0, changed: 0, closed: 0 };
  for (const event of carried?.events ?? []) {
    if (event.type === 'MoneyStated') Object.assign(outcome, { version: event.money.version, isRepeated: event.isRepeated });
    else if (event.type === 'BreakOpened') outcome.opened += 1;
    else if (event.type === 'BreakChanged') outcome.changed += 1;
    else if (event.type === 'BreakClosed') outcome.closed += 1;
  }
  return outcome;
}

/** The breaks that a list has closed, or whose difference it has changed. */
export const resolvedIn = (events: Carried['events']) => events.flatMap((event) => (event.type === 'BreakClosed' || event.type === 'BreakChanged' ? [event.row] : []));

/** What is written down of it, as it is of a statement that comes alone. The same once more is nothing that was done. */
export function noteOf(command: MoneyStatement | PositionStatement, carried: Carried | undefined): Note | null {
  const { acctId, asOf } = command;
  if (command.type === 'StatePositions') return positionsNote({ acctId, asOf, rows: command.positions.length }, carried);
  const { version, isRepeated } = outcomeOf(command, carried);
  return isRepeated ? null : { action: 'account.money_stated', detail: `account ${acctId}, close of ${asOf}, version ${version ?? 0}` };
}
