import { domainError, type Issue } from '../errors/domain-error.js';

export class PasswordsBusyError extends domainError(
  'busy',
  'passwords_busy',
  'Too many passwords are being checked at the moment. Try again in a few seconds.',
) {
  override readonly retryAfterSeconds = 2;
}

export class EmailTakenError extends domainError('conflict', 'email_taken', 'A user with this email exists already.') {}

export class UnknownUserError extends domainError('unknown', 'unknown_user', 'There is no user with this id.') {}

export class OwnAccountError extends domainError('conflict', 'own_account') {}

/** A new password that is known to be guessed early, because of whose it is to be. */
export class GuessablePasswordError extends domainError('malformed', 'invalid_request') {
  override readonly issues: readonly Issue[];

  /** `fault` says why, in words that follow the name of the field. */
  constructor(
    field: string,
    readonly fault: string,
  ) {
    super(`/${field}: ${field} ${fault}`);
    this.issues = [{ pointer: `/${field}`, message: `${field} ${fault}` }];
  }
}

export class RegistrationClosedError extends domainError(
  'denied',
  'registration_closed',
  'Only administrators may register users: on the page /users/new, or with an API key that belongs to an administrator.',
) {}

export class TooManyRegistrationsError extends domainError('too_many', 'too_many_registrations') {
  constructor(override readonly retryAfterSeconds: number) {
    super(`This API key has registered too many users. Try again in ${retryAfterSeconds} seconds.`);
  }
}

/** The proof that it is really the owner who changes a password or an email. */
export class WrongPasswordError extends domainError(
  'denied',
  'wrong_password',
  'The current password is missing or wrong.',
) {}

export class TooManyProofsError extends domainError('too_many', 'too_many_proofs') {
  constructor(override readonly retryAfterSeconds: number) {
    super(`The current password was sent too often. Try again in ${retryAfterSeconds} seconds.`);
  }
}
