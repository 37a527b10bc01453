import type { SessionOverride } from '../calendar/session-hours.js';

/** The holidays of an exchange in one year. */
export type HolidayCalendar = (year: number) => SessionOverride[];

/** Whether banks are open; futures may trade on other days. */
export type IsBusinessDay = (day: number) => boolean;

const [SATURDAY, SUNDAY, MONDAY, TUESDAY, THURSDAY, FRIDAY] = [6, 0, 1, 2, 4, 5] as const;
const CLOSED = null;

type Holiday = Readonly<{ day: number; name: string; movesToFriday?: boolean }>;

/** Holidays of all American exchanges. A Sunday holiday moves to Monday, a Saturday one to Friday, except New Year. */
function listUsFullHolidays(year: number): readonly Holiday[] {
  return [
    { day: toDayNumber(year, 1, 1), name: 'New Year’s Day', movesToFriday: false },
    { day: findEasterSunday(year) - 2, name: 'Good Friday' },
    { day: toDayNumber(year, 12, 25), name: 'Christmas' },
  ];
}

/** Holidays of shares, on which futures close at noon. */
function listUsBankHolidays(year: number): readonly Holiday[] {
  return [
    { day: findNthWeekday(year, 1, MONDAY, 3), name: 'Martin Luther King Day' },
    { day: findNthWeekday(year, 2, MONDAY, 3), name: 'Presidents’ Day' },
    { day: findNthWeekday(year, 6, MONDAY, 1) - 7, name: 'Memorial Day' },
    { day: toDayNumber(year, 6, 19), name: 'Juneteenth' },
    { day: toDayNumber(year, 7, 4), name: 'Independence Day' },
    { day: findNthWeekday(year, 9, MONDAY, 1), name: 'Labor Day' },
    { day: findNthWeekday(year, 11, THURSDAY, 4), name: 'Thanksgiving' },
  ];
}

function toObservedOverride(
  { day: holidayDay, name, movesToFriday = true }: Holiday,
  endTime: number | null,
): SessionOverride[] {
  const weekday = getWeekday(holidayDay);
  if (weekday === SATURDAY) return movesToFriday ? [{ date: toDateText(holidayDay - 1), name, endTime }] : [];
  return [{ date: toDateText(weekday === SUNDAY ? holidayDay + 1 : holidayDay), name, endTime }];
}

/** The eve of a holiday closes early if both are weekdays. */
function toEarlyCloseEve(holidayDay: number, name: string, endTime: number): SessionOverride[] {
  const weekday = getWeekday(holidayDay);
  return weekday >= TUESDAY && weekday <= FRIDAY ? [{ date: toDateText(holidayDay - 1), name, endTime }] : [];
}

const sortByDate = (overrides: SessionOverride[]): SessionOverride[] =>
  overrides.sort((a, b) => (a.date < b.date ? -1 : 1));

/** Shares in New York: closed on holidays, at 13:00 on three eves. */
export const newYorkShares: HolidayCalendar = (year) =>
  sortByDate([
    ...[...listUsFullHolidays(year), ...listUsBankHolidays(year)].flatMap((holidayDay) =>
      toObservedOverride(holidayDay, CLOSED),
    ),
    { date: toDateText(findNthWeekday(year, 11, THURSDAY, 4) + 1), name: 'Day after Thanksgiving', endTime: 780 },
    ...toEarlyCloseEve(toDayNumber(year, 7, 4), 'Eve of Independence Day', 780),
    ...toEarlyCloseEve(toDayNumber(year, 12, 25), 'Christmas Eve', 780),
  ]);

/** Futures in Chicago: closed on three feasts, until noon on the other holidays, until 12:15 on two eves. */
export const chicagoFutures: HolidayCalendar = (year) =>
  sortByDate([
    ...listUsFullHolidays(year).flatMap((holidayDay) => toObservedOverride(holidayDay, CLOSED)),
    ...listUsBankHolidays(year).flatMap((holidayDay) => toObservedOverride(holidayDay, 720)),
    { date: toDateText(findNthWeekday(year, 11, THURSDAY, 4) + 1), name: 'Day after Thanksgiving', endTime: 735 },
    ...toEarlyCloseEve(toDayNumber(year, 12, 25), 'Christmas Eve', 735),
  ]);

function listFrankfurtHolidays(year: number): SessionOverride[] {
  const closed: readonly (readonly [number, string])[] = [
    [toDayNumber(year, 1, 1), 'New Year’s Day'],
    [findEasterSunday(year) - 2, 'Good Friday'],
    [findEasterSunday(year) + 1, 'Easter Monday'],
    [toDayNumber(year, 5, 1), 'Labor Day'],
    [toDayNumber(year, 12, 24), 'Christmas Eve'],
    [toDayNumber(year, 12, 25), 'Christmas Day'],
    [toDayNumber(year, 12, 26), 'Boxing Day'],
    [toDayNumber(year, 12, 31), 'New Year’s Eve'],
  ];
  return closed
    .filter(([holidayDay]) => isWorkday(holidayDay))
    .map(([holidayDay, name]) => ({ date: toDateText(holidayDay), name, endTime: CLOSED }));
}

const isWorkday = (holidayDay: number): boolean =>
  getWeekday(holidayDay) !== SATURDAY && getWeekday(holidayDay) !== SUNDAY;

export const frankfurtFutures: HolidayCalendar = (year) => sortByDate(listFrankfurtHolidays(year));

/** Shares close at 14:00 on the last day of trading, which is mostly 30 December. */
export const frankfurtShares: HolidayCalendar = (year) => {
  const last = toDayNumber(year, 12, 30);
  return sortByDate([
    ...listFrankfurtHolidays(year),
    ...(isWorkday(last) ? [{ date: toDateText(last), name: 'Last day of trading', endTime: 840 }] : []),
  ]);
};

/** Banks rest when shares do. */
export const createBusinessDayCheck =
  (shares: HolidayCalendar): IsBusinessDay =>
  (dayNumber) => {
    const date = toDateText(dayNumber);
    return (
      isWorkday(dayNumber) &&
      !shares(Number(date.slice(0, 4))).some((override) => override.date === date && override.endTime === CLOSED)
    );
  };

/** Days are counted from 1970-01-01, weekdays from Sunday, months from 1. */
const DAY_MS = 86_400_000;

export const toDayNumber = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / DAY_MS;

export const toDateText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** 1970 began on a Thursday. */
const getWeekday = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The third Friday of a month: `findNthWeekday(2026, 12, 5, 3)`. */
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
