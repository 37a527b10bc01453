/** What follows an attempt: whether and when a failed delivery is sent again. */

/** The result of an attempt. `error` is null after a success. */
export type DeliveryOutcome = Readonly<{
  status: number | null;
  error: string | null;
  answer: string | null;
  milliseconds: number;
  retryAfter: number | null;
  isAborted: boolean;
}>;

/** Delivered, sent again at a time, or failed. */
export type DeliveryVerdict = Readonly<{ status: 'Delivered' | 'Pending' | 'Failed'; nextAttemptAt: number | null }>;

/** 410: the receiver wants no more messages (RFC 9110 §15.5.11). */
export const GONE = 410;

/** The most time that `Retry-After` can request is the longest pause. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;

/** Up to a tenth longer, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.1;

/**
 * `tries` are those before this one, `pauses` the configured pauses in milliseconds; `chance`, from 0 to 1, is the part
 * of the jitter.
 */
type RetryTerms = Readonly<{ tries: number; isTest: boolean; pauses: readonly number[]; now: number; chance: number }>;

/**
 * A test is sent once: a user waits for its result. A delivery answered by 410 waits without a time: its webhook is
 * disabled, and sends it when enabled again. A receiver may request a longer pause, not a shorter one.
 */
export function judgeDelivery(
  { error, status, retryAfter: requestedPauseMs }: Pick<DeliveryOutcome, 'error' | 'status' | 'retryAfter'>,
  { tries, isTest, pauses, now, chance }: RetryTerms,
): DeliveryVerdict {
  if (error === null) return { status: 'Delivered', nextAttemptAt: null };
  if (status === GONE && !isTest) return { status: 'Pending', nextAttemptAt: null };
  const pause = isTest ? undefined : pauses[tries];
  if (pause === undefined) return { status: 'Failed', nextAttemptAt: null };
  const pauseMs = Math.max(pause * (1 + JITTER * chance), Math.min(requestedPauseMs ?? 0, PATIENCE_MS));
  return { status: 'Pending', nextAttemptAt: now + Math.ceil(pauseMs) };
}

/** Parses `Retry-After` to milliseconds (RFC 9110 §10.2.3): seconds, or a date. Null for anything else. */
export function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,10}$/.test(header)) return Number(header) * 1000;
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header)
    ? Date.parse(header)
    : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
