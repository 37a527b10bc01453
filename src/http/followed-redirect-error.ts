import { DomainError } from '../errors/domain-error.js';

/** The sentence of the 303 for missing or wrong authorization. Its flash cookie carries it, and is recognized by it. */
export const LOGIN_REQUIRED = 'Login is required to take this action.';

/** RFC 6750 §3: the challenge of every endpoint that asks for an access token. */
export function formatBearerChallenge(authorization: string | undefined): string {
  return `Bearer realm="kontor"${/^bearer(?: |$)/i.test(authorization ?? '') ? ', error="invalid_token"' : ''}`;
}

/**
 * A client has followed the 303 for missing or wrong authorization (interface §7) and asks `GET /`. HTTP libraries do that by themselves, turn POST into
 * GET and keep `Authorization`; with 200 they would report an order that was never placed as a success (decision 52).
 */
export class FollowedRedirectError extends DomainError {
  readonly kind = 'unproven';
  readonly code = 'login_required';
  override readonly challenge: string;

  constructor(authorization: string | undefined) {
    super(LOGIN_REQUIRED);
    this.challenge = formatBearerChallenge(authorization);
  }
}
