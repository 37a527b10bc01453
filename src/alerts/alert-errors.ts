import { domainError, type Issue } from '../errors/domain-error.js';
import { DECIMAL_RULE } from '../instruments/reference.dto.js';
import { ALERTS_MAX } from './alert-terms.js';

/** An unknown alert, and another user's. */
export class UnknownAlertError extends domainError('unknown', 'unknown_alert', 'You have no alert with this id.') {}

/** Typed into the form of a page, with what else is wrong there: the body of a program is checked before. */
export class MalformedPriceError extends domainError('malformed', 'invalid_request') {
  override readonly issues: readonly Issue[];

  constructor(others: readonly Issue[] = []) {
    super(`price ${DECIMAL_RULE}`);
    this.issues = [...others, { pointer: '/price', message: `price ${DECIMAL_RULE}` }];
  }
}

export class TooManyAlertsError extends domainError(
  'conflict',
  'too_many_alerts',
  `A user may have ${ALERTS_MAX} alerts at most. Delete one that is no longer needed.`,
) {}
