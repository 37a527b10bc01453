import { TimeZone } from '../../instruments/time-zone.js';
import { DateInTheFuture } from '../account-errors.js';

/** The date that the clocks of a place show. */
export const dateIn = (timeZone: string, now: number): string =>
  new Date(TimeZone.get(timeZone).toLocal(now)).toISOString().slice(0, 10);

/** The back office tells of a close; that of today may be over already, that of tomorrow is not. */
export function requirePast(asOf: string, timeZone: string, now: number): void {
  const today = dateIn(timeZone, now);
  if (asOf > today) throw new DateInTheFuture(asOf, today, timeZone);
}
