import { domainError } from '../errors/domain-error.js';

export class RequestInProgressError extends domainError(
  'conflict',
  'request_under_way',
  'A request with this Idempotency-Key is still being processed. Send it again shortly.',
) {
  override readonly retryAfterSeconds = 1;
}

export class IdempotencyKeyReusedError extends domainError(
  'refused',
  'idempotency_key_reused',
  'This Idempotency-Key was already used with another method, address or body. Send a new key.',
) {}

export class IdempotentRequestsBusyError extends domainError(
  'busy',
  'keyed_requests_busy',
  'Too many requests with an Idempotency-Key are being processed. Nothing was changed. Try again shortly.',
) {
  override readonly retryAfterSeconds = 1;
}
