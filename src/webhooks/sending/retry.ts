/** When something is sent again that did not arrive. */

/** Nobody who asks for patience is given more of it than the longest pause. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;

/** A tenth more at most, so that what failed together does not come back together. */
const JITTER = 0.1;

/** `pauses` are those of the settings, in milliseconds; `asked` is what the receiver asked for, if it did. */
type RetryState = Readonly<{ tries: number; requestedPauseMs: number | null; pauses: readonly number[] }>;

/**
 * How long to wait after so many tries, or null to give up. A receiver may ask for more time than we would take, and never for less:
 * it does not know how many others wait for it.
 */
export function pauseAfter({ tries, requestedPauseMs, pauses }: RetryState, chance: number): number | null {
  const pause = pauses[tries - 1];
  if (pause === undefined) return null;
  return Math.max(pause * (1 + JITTER * chance), Math.min(requestedPauseMs ?? 0, PATIENCE_MS));
}

/** What `Retry-After` says in milliseconds (RFC 9110 §10.2.3): seconds, or a date. Null for anything else. */
export function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,10}$/.test(header)) return Number(header) * 1000;
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header)
    ? Date.parse(header)
    : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
