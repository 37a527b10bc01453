import { DomainError, type Issue } from '../errors/domain-error.js';
import { InvalidRequestError } from '../http/invalid-request-error.js';

/** A caller who has seen what is not written cannot be told what comes behind it. */
export class EventNotWritten extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'event_not_written';
  override readonly issues: readonly Issue[];

  constructor(name: string, lastSeq: number) {
    super(
      `The event after which to go on is not written here: the last command is ${lastSeq}. The service may have been restored from a backup; read your orders and positions anew, and begin without an id.`,
    );
    this.issues = [{ pointer: name, message: `${name} must not name an event behind command ${lastSeq}` }];
  }
}

/** An id that is none of ours, in a header or in the query. */
export const malformedEventId = (name: string): InvalidRequestError =>
  new InvalidRequestError([
    { pointer: name, message: `${name} must be the id of an event, as it was sent, or the number of a command` },
  ]);
