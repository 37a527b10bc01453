import type { KeyCall } from './key-call.entity.js';

/**
 * One of the last requests of an API key.
 *
 * @example { "at": "2026-11-22T05:12:07.481Z", "method": "GET", "route": "/orders/:id", "path": "/orders/812", "status": 404, "milliseconds": 1.84, "code": "unknown_order", "request_id": "0d3c7a52-6f0e-4a35-9f7e-0c2b8a1d9e44", "is_proven": true }
 */
export type KeyCallView = Readonly<{
  /** When it was answered. */
  at: string;
  method: string;
  /** The endpoint, with names for what is different from request to request; null where there is none. */
  route: string | null;
  /** Path and query, as far as they are known to be no secret: numbers, dates and words where the endpoint takes them. Whatever else was sent stands there as `…`. */
  path: string;
  status: number;
  /** From the first byte of the request to the last of the response. A stream takes as long as it was open. */
  milliseconds: number;
  /** Of a failure, its code: the page `/docs/errors/:code` says what to do. */
  code: string | null;
  /** What the answer carried as `X-Request-Id`. */
  request_id: string;
  /** False where the request only named the key, or offered a wrong secret: that can have been anybody. */
  is_proven: boolean;
}>;

export function toKeyCallView({
  at,
  method,
  route,
  address,
  status,
  milliseconds,
  code,
  requestId,
  isProven,
}: KeyCall): KeyCallView {
  return {
    at: at.toISOString(),
    method,
    route,
    path: address,
    status,
    milliseconds,
    code,
    request_id: requestId,
    is_proven: isProven,
  };
}
