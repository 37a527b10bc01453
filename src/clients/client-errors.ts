import { DomainError, type Issue } from '../errors/domain-error.js';

/** Unknown keys and keys of other users are the same to a caller. */
export class UnknownKey extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_key';

  constructor() {
    super('You have no API key with this client_id.');
  }
}

export class TooManyKeys extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'too_many_keys';

  constructor(max: number) {
    super(`A user may have ${max} API keys at most. Remove one that is no longer needed.`);
  }
}

/** The fields of a registration are well-formed but not permitted, alone or together. */
export class RefusedRegistration extends DomainError {
  readonly kind = 'malformed';
  readonly code = 'refused_registration';

  constructor(override readonly issues: readonly Issue[]) {
    super(issues.map(({ message }) => message).join('; '));
  }
}

export class NoSecretToRotate extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'no_secret';

  constructor() {
    super('This API key is public, so it has no secret to replace.');
  }
}
