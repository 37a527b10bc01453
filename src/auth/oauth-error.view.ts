import type { Problem } from '../http/problem.js';
import { toPrintableAscii } from './printable-ascii.js';

/** The codes of RFC 6749 §5.2 and RFC 8628 §3.5; everything else is mapped to the nearest of these. */
const OAUTH_ERRORS = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'slow_down',
]);

/** An error as RFC 6749 §5.2 writes it. The description may hold printable ASCII without quotes and backslashes, and nothing else. */
export function toOAuthErrorView({ status, code, detail }: Problem) {
  return { error: OAUTH_ERRORS.has(code) ? code : toNearestError(status), error_description: toPrintableAscii(detail) };
}

function toNearestError(status: number): string {
  if (status === 429) return 'slow_down';
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

/** An error as RFC 6750 §3.1 names it, beside the challenge in the header. */
export function toBearerErrorView({ code, detail }: Problem) {
  return { error: code === 'token_missing' ? 'invalid_token' : code, error_description: toPrintableAscii(detail) };
}
