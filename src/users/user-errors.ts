import { DomainError, type Issue } from '../errors/domain-error.js';

export class PasswordsBusy extends DomainError {
  readonly kind = 'busy';
  readonly code = 'passwords_busy';
  override readonly retryAfterSeconds = 2;

  constructor() {
    super('Too many passwords are being checked at the moment. Try again in a few seconds.');
  }
}

export class EmailTaken extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'email_taken';

  constructor() {
    super('A user with this email exists already.');
  }
}

export class UnknownUser extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_user';

  constructor() {
    super('There is no user with this id.');
  }
}

export class OwnAccount extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'own_account';
}

/** A new password that is known to be guessed early, because of whose it is to be. */
export class GuessablePassword extends DomainError {
  readonly kind = 'malformed';
  readonly code = 'invalid_request';
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

export class RegistrationClosed extends DomainError {
  readonly kind = 'denied';
  readonly code = 'registration_closed';

  constructor() {
    super(
      'Only administrators may register users: on the page /users/new, or with an API key that belongs to an administrator.',
    );
  }
}

export class TooManyRegistrations extends DomainError {
  readonly kind = 'too_many';
  readonly code = 'too_many_registrations';

  constructor(override readonly retryAfterSeconds: number) {
    super(`This API key has registered too many users. Try again in ${retryAfterSeconds} seconds.`);
  }
}

/** The proof that it is really the owner who changes a password or an email. */
export class WrongPassword extends DomainError {
  readonly kind = 'denied';
  readonly code = 'wrong_password';

  constructor() {
    super('The current password is missing or wrong.');
  }
}

export class TooManyProofs extends DomainError {
  readonly kind = 'too_many';
  readonly code = 'too_many_proofs';

  constructor(override readonly retryAfterSeconds: number) {
    super(`The current password was sent too often. Try again in ${retryAfterSeconds} seconds.`);
  }
}
