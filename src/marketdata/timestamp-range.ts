import { isCalendarDate, parseTimestamp } from '../http/wire-values.js';

const DAY_MS = 86_400_000;

/** The first and last millisecond of a text: for a date, of the whole day in UTC. Null for invalid text. */
export function parseTimestampRange(value: unknown): Readonly<{ first: number; last: number }> | null {
  if (isCalendarDate(value)) {
    const first = Date.parse(`${value}T00:00:00Z`);
    return { first, last: first + DAY_MS - 1 };
  }
  const at = parseTimestamp(value);
  return at === null ? null : { first: at, last: at };
}
