import type { Problem } from '../../errors/problem.js';
import { toPrintableAscii } from './oauth-errors.js';

/** The error codes of RFC 6749 §5.2 and RFC 8628 §3.5; all other errors are mapped to the nearest of these. */
const OAUTH_ERRORS = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'slow_down',
]);

/** An error in the format of RFC 6749 §5.2. The description is printable ASCII without quotes and backslashes. */
export function toOAuthErrorView({ status, code, detail }: Problem) {
  return { error: OAUTH_ERRORS.has(code) ? code : toNearestError(status), error_description: toPrintableAscii(detail) };
}

function toNearestError(status: number): string {
  if (status === 429) return 'slow_down';
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

/** An error in the format of RFC 6750 §3.1, beside the challenge in the header. */
export function toBearerErrorView({ code, detail }: Problem) {
  return { error: code === 'token_missing' ? 'invalid_token' : code, error_description: toPrintableAscii(detail) };
}
