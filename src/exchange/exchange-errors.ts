import { domainError } from '../errors/domain-error.js';

/** The queue is full. Nothing of the request was executed. */
export class ExchangeBusyError extends domainError(
  'busy',
  'exchange_busy',
  'The queue of the exchange is full. Nothing was changed. Try again shortly.',
) {
  override readonly retryAfterSeconds = 1;
}

/** The exchange loads its state after a start or a failure. */
export class ExchangeRecoveringError extends domainError('busy', 'exchange_recovering') {
  override readonly retryAfterSeconds = 1;

  constructor(cause?: unknown) {
    super(
      'The exchange is loading its state and accepts no commands until it is done. Nothing was changed. Try again shortly.',
    );
    this.cause = cause;
  }
}

/** This state is discarded and another one is being loaded: a read tries again there. */
export class CommitLoopEndedError extends ExchangeRecoveringError {}

/** Another process is the writer on this database. Two writers would sell the same order twice. */
export class ExchangeElsewhereError extends domainError(
  'busy',
  'exchange_elsewhere',
  'Another process runs the exchange on this database. Nothing was changed. Send the request to that process.',
) {
  override readonly retryAfterSeconds = 5;
}

/** The database did not respond during the commit, and its state cannot be checked yet. */
export class OutcomeUnknownError extends domainError('busy', 'outcome_unknown') {
  override readonly retryAfterSeconds = 2;

  constructor(cause?: unknown) {
    super(
      'The database did not confirm the commit. Whether the request was carried out is unknown. Send an order again with the same client_order_id; otherwise check first.',
    );
    this.cause = cause;
  }
}
