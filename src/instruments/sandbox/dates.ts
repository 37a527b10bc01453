/** Days are counted from 1970-01-01, weekdays from Sunday, months from 1. */
const DAY_MS = 86_400_000;

export const toDayNumber = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / DAY_MS;

export const toDateText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** 1970 began on a Thursday. */
export const getWeekday = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The third Friday of a month: `nthWeekday(2026, 12, 5, 3)`. */
export function findNthWeekday(year: number, month: number, weekday: number, nth: number): number {
  const first = toDayNumber(year, month, 1);
  return first + ((weekday - getWeekday(first) + 7) % 7) + 7 * (nth - 1);
}

/** Easter of the Gregorian calendar, after Gauss: the Sunday after the first full moon of spring, as the church computes it. */
export function findEasterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const moonShift = (15 + century - Math.floor(century / 4) - Math.floor((13 + 8 * century) / 25)) % 30;
  const weekShift = (4 + century - Math.floor(century / 4)) % 7;
  const moon = (19 * (year % 19) + moonShift) % 30;
  const week = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + weekShift) % 7;
  const march = 22 + moon + week;
  const isTooLate = (moon === 29 && week === 6) || (moon === 28 && week === 6 && (11 * moonShift + 11) % 30 < 19);
  return toDayNumber(year, 3, isTooLate ? march - 7 : march);
}
