import { InvalidRequestError } from '../http/invalid-request-error.js';
import type { BreakUpdates } from './breaks.dto.js';

/** The reason of an acceptance stands beside the break. */
export function requireNote({ accept: isAccepted = false, note }: BreakUpdates): void {
  if (isAccepted && note === undefined)
    throw new InvalidRequestError([
      { pointer: '/note', message: 'note must say why the figure of the back office is accepted' },
    ]);
}

/** Programs may change nothing; a user who does has forgotten something. */
export function requireChange({ assignee_id: assigneeId, due_on: dueOn, note, accept }: BreakUpdates): void {
  if (assigneeId === undefined && dueOn === undefined && note === undefined && accept === undefined)
    throw new InvalidRequestError([{ pointer: '', message: 'Choose an assignee or a due date, or write a note' }]);
}
