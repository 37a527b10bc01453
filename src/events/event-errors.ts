import { domainError, type Issue } from '../errors/domain-error.js';
import { InvalidRequestError } from '../http/invalid-request-error.js';

/** A caller whose last event is not in the journal cannot receive what follows it. */
export class EventNotWrittenError extends domainError('conflict', 'event_not_written') {
  override readonly issues: readonly Issue[];

  constructor(name: string, lastSeq: number) {
    super(
      `The event in ${name} is later than the last stored command, ${lastSeq}. The service may have been restored from a backup. Read your orders and positions again, and open the stream without an event id.`,
    );
    this.issues = [{ pointer: name, message: `${name} must not be later than command ${lastSeq}` }];
  }
}

/** A malformed id, in a header or in the query. */
export const createMalformedEventId = (name: string): InvalidRequestError =>
  new InvalidRequestError([
    { pointer: name, message: `${name} must be the id of an event as it was sent, or the number of a command` },
  ]);
