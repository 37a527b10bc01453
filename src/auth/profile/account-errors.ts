import { DomainError } from '../../errors/domain-error.js';

export class UnknownSessionError extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_session';

  constructor() {
    super('You have no such sign-in, or it has ended already.');
  }
}

export class NothingGrantedError extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'nothing_granted';

  constructor() {
    super('This application has no access to your account.');
  }
}
