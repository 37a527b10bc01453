import type { EndReason } from '../../access/stream-leases.service.js';

/** Close codes (RFC 6455 §7.4). Those from 4400 on are application codes, numbered like HTTP statuses. */
export const closeCodes = {
  stopping: [1001, 'the service stops'],
  failed: [1011, 'the fault is ours'],
  malformed: [4400, 'a message was not JSON'],
  expired: [4401, 'the token has expired'],
  revoked: [4403, 'the token was revoked'],
  tooMany: [4429, 'too many messages'],
  tooMuch: [4429, 'too many items were asked for'],
} as const satisfies Readonly<Record<EndReason, readonly [number, string]>> &
  Readonly<Record<string, readonly [number, string]>>;

export type CloseReason = keyof typeof closeCodes;
