import { randomInt } from 'node:crypto';
import type { DeliveryOutcome } from './webhook-http-client.js';
import { pauseAfter } from './retry.js';

/** The result of an attempt: delivered, sent again at a time, or failed. */
export type DeliveryVerdict = Readonly<{ status: 'Delivered' | 'Pending' | 'Failed'; nextAttemptAt: number | null }>;

/** 410: the receiver wants no more messages (RFC 9110 §15.5.11). */
export const GONE = 410;

type RetryTerms = Readonly<{ tries: number; isTest: boolean; pauses: readonly number[]; now: number }>;

/**
 * A test is sent once: a user waits for its result. A delivery answered by 410 waits without a time: its webhook is
 * disabled, and sends it when enabled again.
 */
export function judgeDelivery(
  { error, status, retryAfter: requestedPauseMs }: Pick<DeliveryOutcome, 'error' | 'status' | 'retryAfter'>,
  { tries, isTest, pauses, now }: RetryTerms,
): DeliveryVerdict {
  if (error === null) return { status: 'Delivered', nextAttemptAt: null };
  if (status === GONE && !isTest) return { status: 'Pending', nextAttemptAt: null };
  const pause = isTest
    ? null
    : pauseAfter({ tries: tries + 1, requestedPauseMs, pauses }, randomInt(1_000_000) / 1_000_000);
  return pause === null
    ? { status: 'Failed', nextAttemptAt: null }
    : { status: 'Pending', nextAttemptAt: now + Math.ceil(pause) };
}
