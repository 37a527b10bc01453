import { domainError } from '../../errors/domain-error.js';
import { basicChallenge } from '../auth-errors.js';

/**
 * The characters that RFC 6749 §4.1.2.1 and §5.2 allow in a description: printable ASCII without quotes and
 * backslashes.
 */
export function toPrintableAscii(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}

/** RFC 6749 §5.2: a parameter is missing, repeated or malformed. */
export class MalformedTokenRequestError extends domainError('malformed', 'invalid_request') {}

/** The key is unknown, disabled or not proven. The response is the same for all. */
export class InvalidClientError extends domainError(
  'unproven',
  'invalid_client',
  'The API key is unknown, or its secret is wrong.',
) {
  override readonly challenge = basicChallenge;
}

/** As whom, and who. */
export type ErrorSubject = Readonly<{ userId: number | null; actingUserId: number | null }>;

/** The presented credential (a password, a refresh token) is invalid. The response is the same for all reasons. */
export class InvalidGrantError extends domainError('malformed', 'invalid_grant') {
  /** The user whose tokens were requested, if known: for the audit log, never for the caller. */
  readonly subject: ErrorSubject | null = null;
}

export class UnauthorizedClientError extends domainError('malformed', 'unauthorized_client') {
  constructor(grantType: string) {
    super(`This API key may not use the grant ${grantType}.`);
  }
}

export class UnsupportedGrantTypeError extends domainError('malformed', 'unsupported_grant_type') {
  constructor(supported: readonly string[]) {
    super(`This grant_type is not known. Known are ${supported.join(', ')}.`);
  }
}

export class InvalidScopeError extends domainError('malformed', 'invalid_scope') {
  constructor(grantable: readonly string[]) {
    super(
      `The scope contains a scope that cannot be granted. These can be: ${grantable.filter((name) => name !== '').join(', ') || 'nothing'}.`,
    );
  }
}

/** RFC 6749 §4.3.2 requires protection against guessing; the error name is from RFC 8628. */
export class TooManyAttemptsError extends domainError('too_many', 'slow_down') {
  constructor(override readonly retryAfterSeconds: number) {
    super(`Too many sign-ins have failed. Try again in ${retryAfterSeconds} seconds.`);
  }
}

export class TooManyClientRequestsError extends domainError('too_many', 'slow_down') {
  constructor(override readonly retryAfterSeconds: number) {
    super(`This API key requests, revokes or introspects too many tokens. Try again in ${retryAfterSeconds} seconds.`);
  }
}
