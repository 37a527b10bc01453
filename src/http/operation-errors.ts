import { DomainError } from '../errors/domain-error.js';

export class NotReadyError extends DomainError {
  readonly kind = 'busy';
  readonly code = 'not_ready';
  override readonly retryAfterSeconds = 2;
}

export class MetricsPrivateError extends DomainError {
  readonly kind = 'denied';
  readonly code = 'metrics_private';

  constructor() {
    super('The metrics may be read only on the machine of the service, or with its METRICS_TOKEN as Bearer token.');
  }
}
