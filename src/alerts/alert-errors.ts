import { domainError } from '../errors/domain-error.js';
import { ALERTS_MAX } from './alert-limits.js';

/** An unknown alert, and another user's. */
export class UnknownAlertError extends domainError('unknown', 'unknown_alert', 'You have no alert with this id.') {}

export class TooManyAlertsError extends domainError(
  'conflict',
  'too_many_alerts',
  `A user may have ${ALERTS_MAX} alerts at most. Delete one that is no longer needed.`,
) {}
