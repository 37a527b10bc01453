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
    super('The metrics are read from this machine, or with the METRICS_TOKEN of the service as a bearer token.');
  }
}
