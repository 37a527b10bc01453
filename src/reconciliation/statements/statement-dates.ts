import { TimeZone } from '../../instruments/calendar/time-zone.js';
import { DateInTheFutureError } from '../../accounts/account-errors.js';

/** The local date in a time zone. */
export const toLocalDate = (timeZone: string, now: number): string =>
  new Date(TimeZone.get(timeZone).toLocal(now)).toISOString().slice(0, 10);

/** Throws unless the date is today or earlier in the account's time zone. Today is allowed, because its close may be over. */
export function requirePast(asOf: string, timeZone: string, now: number): void {
  const today = toLocalDate(timeZone, now);
  if (asOf > today) throw new DateInTheFutureError(asOf, today, timeZone);
}

export const DAY_MS = 86_400_000;

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The session of a product that is open, or the last one that was. */
type ProductSession = Readonly<{ sessionDate: string | null; sessionIsOpen: boolean }>;

/** The last date, today at most, whose sessions have all closed. A session of today may be yet to open. */
export function findLastClosedDate(products: Iterable<ProductSession>, today: string): string {
  const yesterday = addDays(today, -1);
  let last = today;
  for (const { sessionDate, sessionIsOpen } of products) {
    const date = sessionDate ?? yesterday;
    const closed = sessionIsOpen ? addDays(date, -1) : date < yesterday ? yesterday : date;
    if (closed < last) last = closed;
  }
  return last;
}
