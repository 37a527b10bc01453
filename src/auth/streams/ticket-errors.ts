import { DomainError } from '../../errors/domain-error.js';
import { LoginRequiredError } from '../auth-errors.js';

/** An unknown, used or expired ticket, or one beside other credentials, is treated like a wrong token. */
export class InvalidTicketError extends LoginRequiredError {
  override readonly challenge = 'Bearer realm="kontor", error="invalid_token"';
}

export class TooManyTicketsError extends DomainError {
  readonly kind = 'too_many';
  readonly code = 'too_many_tickets';

  constructor(
    max: number,
    override readonly retryAfterSeconds: number,
  ) {
    super(`You have ${max} unused stream tickets. Use them, or wait until they expire.`);
  }
}
