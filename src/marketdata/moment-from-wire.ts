import { isCalendarDate } from '../http/wire-values.js';

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const DAY_MS = 86_400_000;

/** The first and the last millisecond that a text names: of a date, those of the whole day in UTC. Null for what names none. */
export function momentsIn(value: unknown): Readonly<{ first: number; last: number }> | null {
  if (isCalendarDate(value)) {
    const first = Date.parse(`${value}T00:00:00Z`);
    return { first, last: first + DAY_MS - 1 };
  }
  if (typeof value !== 'string' || !moment.test(value) || !isCalendarDate(value.slice(0, 10))) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : { first: at, last: at };
}
