import type { ErrorKind } from '../errors/domain-error.js';

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
