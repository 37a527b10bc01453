import { isCalendarDate } from '../http/wire-values.js';

/** Minutes of a day, and of a week that begins on Sunday at 00:00. */
export const DAY_MINUTES = 1440;
export const WEEK_MINUTES = 7 * DAY_MINUTES;

/** More sessions in a week, or more dates out of the ordinary, than any market has. */
export const SESSIONS_MAX = 100;
export const OVERRIDES_MAX = 1000;

/** A date that is not like its weekday: no session ends on it (null), or they all end at this minute of it. */
export type SessionOverride = Readonly<{ date: string; name: string; endTime: number | null }>;

/** When a market is open: local minutes since Sunday 00:00, the same every week but for the overrides. */
export type SessionHours = Readonly<{
  timezone: string;
  startTimes: readonly number[];
  endTimes: readonly number[];
  overrides: readonly SessionOverride[];
}>;

/** What is wrong with the hours of a week, or null. The last session may run over Saturday midnight, up to where the first begins. */
export function checkSessionWeek(startTimes: unknown, endTimes: unknown): string | null {
  if (!isMinutes(startTimes) || !isMinutes(endTimes)) return 'session times are whole minutes since Sunday 00:00';
  if (startTimes.length !== endTimes.length) return 'every session has one start and one end';
  if (startTimes.length === 0 || startTimes.length > SESSIONS_MAX) return `a week has 1 to ${SESSIONS_MAX} sessions`;
  const weekEnd = (startTimes[0] ?? 0) + WEEK_MINUTES;
  const errors = startTimes.map((start, index) =>
    checkSession(start, endTimes[index] ?? start, startTimes[index + 1] ?? weekEnd),
  );
  return errors.find((fault) => fault !== null) ?? null;
}

function checkSession(start: number, end: number, next: number): string | null {
  if (start >= WEEK_MINUTES) return `a week ends at minute ${WEEK_MINUTES}: no session starts at ${start}`;
  if (end <= start) return `the session that starts at ${start} ends before it has begun`;
  if (next < start) return 'sessions stand in the order of their starts';
  return end > next ? `the session that starts at ${start} ends after the next one has begun` : null;
}

/** What is wrong with the overrides, or null. */
export function checkOverrides(overrides: readonly SessionOverride[]): string | null {
  if (overrides.length > OVERRIDES_MAX) return `there are at most ${OVERRIDES_MAX} overrides`;
  for (const { date, endTime } of overrides) {
    if (!isCalendarDate(date)) return 'every override has a date that exists, written YYYY-MM-DD';
    if (endTime !== null && !(Number.isInteger(endTime) && endTime > 0 && endTime <= DAY_MINUTES))
      return `an early close is a minute of its day, 1 to ${DAY_MINUTES}`;
  }
  return checkOverrideOrder(overrides.map(({ date }) => date));
}

/** What is wrong with the order of dates that are right one by one, or null. */
export function checkOverrideOrder(dates: readonly string[]): string | null {
  const isInOrder = dates.every((date, index) => index === 0 || (dates[index - 1] ?? '') < date);
  return isInOrder ? null : 'overrides stand in the order of their dates, each date once';
}

const isMinutes = (times: unknown): times is readonly number[] =>
  Array.isArray(times) && times.every((time) => Number.isInteger(time) && time >= 0);
