import { DomainError } from '../errors/domain-error.js';

export class RequestInProgressError extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'request_under_way';
  override readonly retryAfterSeconds = 1;

  constructor() {
    super('A request with this Idempotency-Key is being answered at the moment.');
  }
}

export class IdempotencyKeyReusedError extends DomainError {
  readonly kind = 'refused';
  readonly code = 'idempotency_key_reused';

  constructor() {
    super('This Idempotency-Key has come with another request: another method, address or body.');
  }
}

export class IdempotentRequestsBusyError extends DomainError {
  readonly kind = 'busy';
  readonly code = 'keyed_requests_busy';
  override readonly retryAfterSeconds = 1;

  constructor() {
    super(
      'Too many requests with an Idempotency-Key are being answered at the moment. Nothing was changed; try again shortly.',
    );
  }
}
