import { domainError, type Issue } from '../errors/domain-error.js';
import { LOGIN_REQUIRED } from '../http/http-errors.js';

/** Unknown keys and keys of other users are the same to a caller. */
export class UnknownKeyError extends domainError(
  'unknown',
  'unknown_key',
  'You have no API key with this client_id.',
) {}

/** The access ended after the token of the request was checked: treated like a wrong token. */
export class AccessEndedError extends domainError('anonymous', 'login_required', LOGIN_REQUIRED) {
  override readonly challenge = 'Bearer realm="kontor", error="invalid_token"';
}

export class TooManyKeysError extends domainError('conflict', 'too_many_keys') {
  constructor(max: number) {
    super(`A user may have ${max} API keys at most. Remove one that is no longer needed.`);
  }
}

/** The fields of a registration are well-formed but not permitted, alone or together. */
export class RefusedRegistrationError extends domainError('malformed', 'refused_registration') {
  constructor(override readonly issues: readonly Issue[]) {
    super(issues.map(({ message }) => message).join('; '));
  }
}

export class NoSecretToRotateError extends domainError(
  'conflict',
  'no_secret',
  'This API key is public, so it has no secret to replace.',
) {}
