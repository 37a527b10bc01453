import { DomainError, type Issue } from '../errors/domain-error.js';
import { InvalidRequestError } from '../http/invalid-request-error.js';

/** The caller's last event is not in this database, so the events after it are unknown. */
export class EventNotWritten extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'event_not_written';
  override readonly issues: readonly Issue[];

  constructor(name: string, lastSeq: number) {
    super(
      `The last event id is beyond the last command, ${lastSeq}. The service may have been restored from a backup. Reload your orders and positions, and start again without an id.`,
    );
    this.issues = [{ pointer: name, message: `${name} must not be an event after command ${lastSeq}` }];
  }
}

/** The error for an invalid event id in a header or in the query. */
export const malformedEventId = (name: string): InvalidRequestError =>
  new InvalidRequestError([
    { pointer: name, message: `${name} must be an event id, as received, or the number of a command` },
  ]);
