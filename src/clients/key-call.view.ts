import type { KeyCall } from './key-call.entity.js';

/**
 * A request of an API key.
 * @example { "at": "2026-11-22T05:12:07.481Z", "method": "GET", "route": "/orders/:id", "path": "/orders/812", "status": 404, "milliseconds": 1.84, "code": "unknown_order", "request_id": "0d3c7a52-6f0e-4a35-9f7e-0c2b8a1d9e44", "is_proven": true }
 */
export type KeyCallView = Readonly<{
  /** When it was answered. */
  at: string;
  method: string;
  /** The route with parameter names; null for an unknown URL. */
  route: string | null;
  /**
   * Path and query without possible secrets: numbers, dates and enumerated values that the endpoint defines. Everything
   * else is `…`.
   */
  path: string;
  status: number;
  /** From the first byte of the request to the last of the response. For a stream, the time it was open. */
  milliseconds: number;
  /** The error code. The page `/docs/errors/:code` has its fix. */
  code: string | null;
  /** The `X-Request-Id` of the response. */
  request_id: string;
  /** False if the request did not prove the secret: anyone who knows the client id could have sent it. */
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
