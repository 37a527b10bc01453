import { TimeZone } from '../instruments/time-zone.js';
import { DateInTheFuture } from '../accounts/account-errors.js';

/** The local date in a time zone. */
export const toLocalDate = (timeZone: string, now: number): string =>
  new Date(TimeZone.get(timeZone).toLocal(now)).toISOString().slice(0, 10);

/** Throws unless the date is today or earlier in the account's time zone. Today is allowed, because its close may be over. */
export function requirePast(asOf: string, timeZone: string, now: number): void {
  const today = toLocalDate(timeZone, now);
  if (asOf > today) throw new DateInTheFuture(asOf, today, timeZone);
}
