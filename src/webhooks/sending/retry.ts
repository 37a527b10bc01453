/** When a failed delivery is sent again. */

/** The most time that `Retry-After` can request is the longest pause. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;

/** Up to a tenth longer, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.1;

/** `pauses` are the configured pauses in milliseconds; `asked` is the receiver's `Retry-After`, if any. */
type RetryState = Readonly<{ tries: number; requestedPauseMs: number | null; pauses: readonly number[] }>;

/** The pause after this many attempts, or null to give up. A receiver may request a longer pause, not a shorter one. */
export function pauseAfter({ tries, requestedPauseMs, pauses }: RetryState, chance: number): number | null {
  const pause = pauses[tries - 1];
  if (pause === undefined) return null;
  return Math.max(pause * (1 + JITTER * chance), Math.min(requestedPauseMs ?? 0, PATIENCE_MS));
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
