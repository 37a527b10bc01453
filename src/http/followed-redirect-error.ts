import { DomainError } from '../errors/domain-error.js';

/** The flash message of the 303 for missing authorization. The flash cookie is recognized by it. */
export const LOGIN_REQUIRED = 'Login is required to take this action.';

/** RFC 6750 §3: the challenge of routes with access tokens. */
export function formatBearerChallenge(authorization: string | undefined): string {
  return `Bearer realm="kontor"${/^bearer(?: |$)/i.test(authorization ?? '') ? ', error="invalid_token"' : ''}`;
}

/**
 * A client followed the 303 for missing authorization (interface §7) to `GET /`. HTTP libraries do that by themselves,
 * turn POST into GET and keep `Authorization`; with 200 they would report success for an order that was never placed
 * (decision 52).
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
