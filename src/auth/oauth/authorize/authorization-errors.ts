import { DomainError, domainError } from '../../../errors/domain-error.js';

/**
 * Errors of an authorization request (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6). Once the redirect URI is
 * trusted, they are sent there; before that they are shown here.
 */
export abstract class AuthorizationError extends DomainError {
  /** The code for the client; differs from `code` only where Kontor uses that word for something else. */
  get error(): string {
    return this.code;
  }
}

/** A parameter is missing, repeated, malformed or in conflict with another. */
export class MalformedAuthorizationError extends AuthorizationError {
  readonly kind = 'malformed';
  readonly code = 'invalid_request';
}

export class UnsupportedResponseTypeError extends AuthorizationError {
  readonly kind = 'malformed';
  readonly code = 'unsupported_response_type';

  constructor(supported: readonly string[]) {
    super(`This response_type is not known. Known are ${supported.join(', ')}.`);
  }
}

export class ResponseTypeNotAllowedError extends AuthorizationError {
  readonly kind = 'malformed';
  readonly code = 'unauthorized_client';

  constructor(grantType: string) {
    super(`This API key may not use this response_type, because it lacks the grant ${grantType}.`);
  }
}

/** The interface requires `openid` in every authorization request (§4.1). */
export class UnusableScopeError extends AuthorizationError {
  readonly kind = 'malformed';
  readonly code = 'invalid_scope';
}

/** OpenID Connect Core §6: an unsupported parameter is rejected and not ignored, because the request may rely on it. */
export class UnsupportedParameterError extends AuthorizationError {
  readonly kind = 'malformed';

  constructor(readonly code: 'request_not_supported' | 'request_uri_not_supported' | 'registration_not_supported') {
    super(`This service does not support ${code.replace(/_not_supported$/, '')} in an authorization request.`);
  }
}

/** No user is signed in, or another one, or not recently enough. */
export class SignInRequiredError extends AuthorizationError {
  readonly kind = 'unproven';
  readonly code = 'sign_in_required';

  override get error(): string {
    return 'login_required';
  }

  constructor() {
    super('Login is required: the user must sign in, or sign in again.');
  }
}

export class ConsentRequiredError extends AuthorizationError {
  readonly kind = 'denied';
  readonly code = 'consent_required';

  constructor() {
    super('The user has not granted this application the access that it requests.');
  }
}

export class AccessDeniedError extends AuthorizationError {
  readonly kind = 'denied';
  readonly code = 'access_denied';

  constructor() {
    super('The user did not agree.');
  }
}

/** The key is unknown or disabled: there is no redirect URI to use. */
export class UnknownApplicationError extends domainError(
  'malformed',
  'unknown_application',
  'The application is unknown: its client_id is missing or wrong, or its API key was removed or disabled.',
) {}

/** RFC 9700 §2.1: nothing is sent to a URI that the key does not name exactly. */
export class UnregisteredRedirectError extends domainError(
  'malformed',
  'unregistered_redirect_uri',
  'The redirect_uri is missing, or does not exactly match a redirect URI of this API key.',
) {}
