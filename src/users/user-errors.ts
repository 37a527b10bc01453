import { DomainError } from '../errors/domain-error.js';

export class PasswordsBusy extends DomainError {
  readonly kind = 'busy';
  readonly code = 'passwords_busy';
  override readonly retryAfterSeconds = 2;

  constructor() {
    super('Too many people are signing in at this moment. Try again in a few seconds.');
  }
}

export class EmailTaken extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'email_taken';

  constructor() {
    super('A user with this email exists already.');
  }
}
