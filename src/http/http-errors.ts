import { domainError, type ErrorKind } from '../errors/domain-error.js';

/** The HTTP status of each kind of error. */
export const httpStatusByKind: Readonly<Record<ErrorKind, number>> = {
  anonymous: 303,
  unproven: 401,
  malformed: 400,
  denied: 403,
  unknown: 404,
  wrong_method: 405,
  unacceptable: 406,
  too_slow: 408,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  refused: 422,
  upgrade: 426,
  too_many: 429,
  oversized_headers: 431,
  busy: 503,
};

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
export class FollowedRedirectError extends domainError('unproven', 'login_required') {
  override readonly challenge: string;

  constructor(authorization: string | undefined) {
    super(LOGIN_REQUIRED);
    this.challenge = formatBearerChallenge(authorization);
  }
}

export class UpgradeRequiredError extends domainError(
  'upgrade',
  'upgrade_required',
  'This address accepts WebSocket connections only, version 13 (RFC 6455): a GET over HTTP/1.1 with Connection: Upgrade and Upgrade: websocket.',
) {}

export class MalformedHandshakeError extends domainError(
  'malformed',
  'malformed_handshake',
  'The opening handshake does not comply with RFC 6455: Sec-WebSocket-Key must be 16 bytes in base64, Sec-WebSocket-Protocol a list of names if it is sent, and the request must have no body.',
) {}

export class TooManyStreamsError extends domainError('too_many', 'too_many_streams') {
  override readonly retryAfterSeconds = 5;

  constructor(max: number, holder: 'user' | 'API key') {
    super(`This ${holder} already has ${max} open streams. Close one that is no longer needed.`);
  }
}

export class NotReadyError extends domainError('busy', 'not_ready') {
  override readonly retryAfterSeconds = 2;
}

export class MetricsPrivateError extends domainError(
  'denied',
  'metrics_private',
  'The metrics may be read only on the machine of the service, or with its METRICS_TOKEN as Bearer token.',
) {}

export class UnknownRouteError extends domainError('unknown', 'unknown_route', 'There is nothing at this address.') {}

export class WrongMethodError extends domainError('wrong_method', 'wrong_method') {
  constructor(
    method: string,
    readonly allow: string,
  ) {
    super(`This address does not accept ${method}. Use ${allow}.`);
  }
}

export class NotAcceptableError extends domainError('unacceptable', 'not_acceptable') {
  constructor(accept: string, offered: readonly string[]) {
    super(
      `Accept admits nothing that this address has: ${JSON.stringify(accept.slice(0, 200))}. It has ${offered.slice(0, -1).join(', ')} and ${offered.at(-1) ?? ''}.`,
    );
  }
}

export class MalformedUrlError extends domainError(
  'malformed',
  'malformed_url',
  'The path has a percent sign without the two hexadecimal digits of a UTF-8 byte. Encode each part of the path.',
) {}

export class MalformedHttpError extends domainError(
  'malformed',
  'malformed_http',
  'The request is not valid HTTP/1.1 (RFC 9112).',
) {}

export class MalformedJsonError extends domainError('malformed', 'malformed_json') {
  override readonly issues;

  constructor(pointer: string, message: string) {
    super(`The body is not JSON: ${message}.`);
    this.issues = [{ pointer, message }];
  }
}

export class MalformedBodyError extends domainError('malformed', 'malformed_body') {}

export class BodyTooLargeError extends domainError('too_large', 'body_too_large') {
  constructor(limitBytes: number) {
    super(`The body is larger than ${limitBytes} bytes, the limit of this address.`);
  }
}

export class UnsupportedMediaTypeError extends domainError('unsupported', 'unsupported_media_type') {
  constructor(
    detail = 'A body must have the Content-Type application/json, or application/x-www-form-urlencoded if it is a form.',
  ) {
    super(detail);
  }
}

/** A program sent a form instead of JSON, as `curl -d` and `requests.post(data=…)` do by default. */
export class FormInsteadOfJsonError extends UnsupportedMediaTypeError {
  constructor() {
    super(
      'Send JSON with Content-Type: application/json. The body was application/x-www-form-urlencoded, which only the pages of this service may send here.',
    );
  }
}

export class HeadersTooLargeError extends domainError('oversized_headers', 'headers_too_large') {
  constructor(limitBytes: number) {
    super(`The request line and headers are larger than ${limitBytes} bytes.`);
  }
}

export class RequestTimeoutError extends domainError(
  'too_slow',
  'request_timeout',
  'The request took too long to arrive.',
) {}

export class TooManyDownloadsError extends domainError('too_many', 'too_many_downloads') {
  override readonly retryAfterSeconds = 5;

  constructor(max: number) {
    super(
      `This user is already downloading ${max} long lists. Wait until one has ended, or read the list in pages with per_page.`,
    );
  }
}

export class DownloadsBusyError extends domainError('busy', 'downloads_busy') {
  override readonly retryAfterSeconds = 5;

  constructor(max: number) {
    super(
      `The service is already sending ${max} long lists, which is its limit. Try again, or read the list in pages with per_page.`,
    );
  }
}

export class TooManyRequestsError extends domainError('too_many', 'too_many_requests') {
  constructor(
    override readonly retryAfterSeconds: number,
    source = 'without credentials from this address',
  ) {
    super(`Too many requests ${source}. Try again in ${retryAfterSeconds} seconds.`);
  }
}
