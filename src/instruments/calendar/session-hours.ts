import { isCalendarDate } from '../../http/wire-values.js';

/** Minutes of a day, and of a week from Sunday 00:00. */
export const DAY_MINUTES = 1440;
export const WEEK_MINUTES = 7 * DAY_MINUTES;

/** More sessions per week, or overrides, than any market has. */
export const SESSIONS_MAX = 100;
export const OVERRIDES_MAX = 1000;

/** An override: no session ends on the date (null), or all end at this minute at the latest. */
export type SessionOverride = Readonly<{ date: string; name: string; endTime: number | null }>;

/** Weekly hours in local minutes since Sunday 00:00, with overrides. */
export type SessionHours = Readonly<{
  timezone: string;
  startTimes: readonly number[];
  endTimes: readonly number[];
  overrides: readonly SessionOverride[];
}>;

/** Why weekly hours are invalid, or null. The last session may run over Saturday midnight, up to the first start. */
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

/** Why overrides are invalid, or null. */
export function checkOverrides(overrides: readonly SessionOverride[]): string | null {
  if (overrides.length > OVERRIDES_MAX) return `there are at most ${OVERRIDES_MAX} overrides`;
  for (const { date, endTime } of overrides) {
    if (!isCalendarDate(date)) return 'every override has a date that exists, written YYYY-MM-DD';
    if (endTime !== null && !(Number.isInteger(endTime) && endTime > 0 && endTime <= DAY_MINUTES))
      return `an early close is a minute of its day, 1 to ${DAY_MINUTES}`;
  }
  return checkOverrideOrder(overrides.map(({ date }) => date));
}

/** Why valid dates are in a wrong order, or null. */
export function checkOverrideOrder(dates: readonly string[]): string | null {
  const isInOrder = dates.every((date, index) => index === 0 || (dates[index - 1] ?? '') < date);
  return isInOrder ? null : 'overrides stand in the order of their dates, each date once';
}

const isMinutes = (times: unknown): times is readonly number[] =>
  Array.isArray(times) && times.every((time) => Number.isInteger(time) && time >= 0);
