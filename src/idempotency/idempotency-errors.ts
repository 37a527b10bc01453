import { DomainError } from '../errors/domain-error.js';

export class RequestUnderWay extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'request_under_way';
  override readonly retryAfterSeconds = 1;

  constructor() {
    super('A request with this Idempotency-Key is being answered at the moment.');
  }
}

export class IdempotencyKeyReused extends DomainError {
  readonly kind = 'refused';
  readonly code = 'idempotency_key_reused';

  constructor() {
    super('This Idempotency-Key has come with another request: another method, address or body.');
  }
}
