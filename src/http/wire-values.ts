/** How ids and dates are spelled on the wire. One spelling each: two spellings of one thing are two cache keys and one surprise. */

/** A positive integer that a double holds exactly, without sign, spaces, leading zeros or exponent; null for anything else. */
export function parseId(text: unknown): number | null {
  if (typeof text !== 'string' || !/^[1-9][0-9]{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** `YYYY-MM-DD`, and a day that the calendar has. */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value)) return false;
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number);
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= countDays(year, month);
}

function countDays(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

const TIMESTAMP =
  /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const TIMESTAMP_MIN = Date.parse('0001-01-01T00:00:00Z');
const TIMESTAMP_MAX = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A date and time, with the zone that makes it one moment, in milliseconds since 1970; null for anything else. Its zone may bring it
 * out of the years that have four digits: no answer could write that.
 */
export function parseTimestamp(value: unknown): number | null {
  if (typeof value !== 'string' || !TIMESTAMP.test(value) || !isCalendarDate(value.slice(0, 10))) return null;
  const milliseconds = Date.parse(value);
  return milliseconds >= TIMESTAMP_MIN && milliseconds <= TIMESTAMP_MAX ? milliseconds : null;
}

const DAY_MS = 86_400_000;

/** The beginning of what `IsTimestampOrDay` takes: a timestamp is its own. */
export const toRangeStart = (text: string): Date => new Date(parseTimestamp(text) ?? Date.parse(`${text}T00:00:00Z`));

/** The end of it: of a day, in UTC, the first moment behind it. */
export const toRangeEnd = (text: string): Date =>
  new Date(parseTimestamp(text) ?? Math.min(Date.parse(`${text}T00:00:00Z`) + DAY_MS, TIMESTAMP_MAX));
