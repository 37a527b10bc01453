import { DomainError } from '../errors/domain-error.js';

export class RequestInProgressError extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'request_under_way';
  override readonly retryAfterSeconds = 1;

  constructor() {
    super('A request with this Idempotency-Key is still being processed. Send it again shortly.');
  }
}

export class IdempotencyKeyReusedError extends DomainError {
  readonly kind = 'refused';
  readonly code = 'idempotency_key_reused';

  constructor() {
    super('This Idempotency-Key was already used with another method, address or body. Send a new key.');
  }
}

export class IdempotentRequestsBusyError extends DomainError {
  readonly kind = 'busy';
  readonly code = 'keyed_requests_busy';
  override readonly retryAfterSeconds = 1;

  constructor() {
    super('Too many requests with an Idempotency-Key are being processed. Nothing was changed. Try again shortly.');
  }
}
