import type { SessionOverride } from '../session-hours.js';
import { toDateText, toDayNumber as day, findEasterSunday, findNthWeekday, getWeekday } from './dates.js';

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
    { day: day(year, 1, 1), name: 'New Year’s Day', movesToFriday: false },
    { day: findEasterSunday(year) - 2, name: 'Good Friday' },
    { day: day(year, 12, 25), name: 'Christmas' },
  ];
}

/** Holidays of shares, on which futures close at noon. */
function listUsBankHolidays(year: number): readonly Holiday[] {
  return [
    { day: findNthWeekday(year, 1, MONDAY, 3), name: 'Martin Luther King Day' },
    { day: findNthWeekday(year, 2, MONDAY, 3), name: 'Presidents’ Day' },
    { day: findNthWeekday(year, 6, MONDAY, 1) - 7, name: 'Memorial Day' },
    { day: day(year, 6, 19), name: 'Juneteenth' },
    { day: day(year, 7, 4), name: 'Independence Day' },
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
    ...toEarlyCloseEve(day(year, 7, 4), 'Eve of Independence Day', 780),
    ...toEarlyCloseEve(day(year, 12, 25), 'Christmas Eve', 780),
  ]);

/** Futures in Chicago: closed on three feasts, until noon on the other holidays, until 12:15 on two eves. */
export const chicagoFutures: HolidayCalendar = (year) =>
  sortByDate([
    ...listUsFullHolidays(year).flatMap((holidayDay) => toObservedOverride(holidayDay, CLOSED)),
    ...listUsBankHolidays(year).flatMap((holidayDay) => toObservedOverride(holidayDay, 720)),
    { date: toDateText(findNthWeekday(year, 11, THURSDAY, 4) + 1), name: 'Day after Thanksgiving', endTime: 735 },
    ...toEarlyCloseEve(day(year, 12, 25), 'Christmas Eve', 735),
  ]);

function listFrankfurtHolidays(year: number): SessionOverride[] {
  const closed: readonly (readonly [number, string])[] = [
    [day(year, 1, 1), 'New Year’s Day'],
    [findEasterSunday(year) - 2, 'Good Friday'],
    [findEasterSunday(year) + 1, 'Easter Monday'],
    [day(year, 5, 1), 'Labor Day'],
    [day(year, 12, 24), 'Christmas Eve'],
    [day(year, 12, 25), 'Christmas Day'],
    [day(year, 12, 26), 'Boxing Day'],
    [day(year, 12, 31), 'New Year’s Eve'],
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
  const last = day(year, 12, 30);
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
