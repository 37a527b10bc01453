import type { SessionOverride } from '../session-hours.js';
import { dateOf, dayOf as day, easterSunday, nthWeekday, weekdayOf } from './dates.js';

/** The holidays of one year, as an exchange keeps them. */
export type Holidays = (year: number) => SessionOverride[];

/** Whether banks work on a day; futures may well be traded on others. */
export type IsBusinessDay = (day: number) => boolean;

const [SATURDAY, SUNDAY, MONDAY, TUESDAY, THURSDAY, FRIDAY] = [6, 0, 1, 2, 4, 5] as const;
const CLOSED = null;

type Feast = Readonly<{ day: number; name: string; isKeptOnFriday?: boolean }>;

/** What all American exchanges close for. A feast on Sunday is kept on Monday, and one on Saturday on Friday, but not New Year. */
function americanFeasts(year: number): readonly Feast[] {
  return [
    { day: day(year, 1, 1), name: 'New Year’s Day', isKeptOnFriday: false },
    { day: easterSunday(year) - 2, name: 'Good Friday' },
    { day: day(year, 12, 25), name: 'Christmas' },
  ];
}

/** What shares rest on, and futures only from noon. */
function americanHolidays(year: number): readonly Feast[] {
  return [
    { day: nthWeekday(year, 1, MONDAY, 3), name: 'Martin Luther King Day' },
    { day: nthWeekday(year, 2, MONDAY, 3), name: 'Presidents’ Day' },
    { day: nthWeekday(year, 6, MONDAY, 1) - 7, name: 'Memorial Day' },
    { day: day(year, 6, 19), name: 'Juneteenth' },
    { day: day(year, 7, 4), name: 'Independence Day' },
    { day: nthWeekday(year, 9, MONDAY, 1), name: 'Labor Day' },
    { day: nthWeekday(year, 11, THURSDAY, 4), name: 'Thanksgiving' },
  ];
}

function kept({ day: feast, name, isKeptOnFriday = true }: Feast, endTime: number | null): SessionOverride[] {
  const weekday = weekdayOf(feast);
  if (weekday === SATURDAY) return isKeptOnFriday ? [{ date: dateOf(feast - 1), name, endTime }] : [];
  return [{ date: dateOf(weekday === SUNDAY ? feast + 1 : feast), name, endTime }];
}

/** The day before a feast is short, if both are days of work. */
function eve(feast: number, name: string, endTime: number): SessionOverride[] {
  const weekday = weekdayOf(feast);
  return weekday >= TUESDAY && weekday <= FRIDAY ? [{ date: dateOf(feast - 1), name, endTime }] : [];
}

const inOrder = (overrides: SessionOverride[]): SessionOverride[] =>
  overrides.sort((a, b) => (a.date < b.date ? -1 : 1));

/** Shares in New York: closed on holidays, at 13:00 on three eves. */
export const newYorkShares: Holidays = (year) =>
  inOrder([
    ...[...americanFeasts(year), ...americanHolidays(year)].flatMap((feast) => kept(feast, CLOSED)),
    { date: dateOf(nthWeekday(year, 11, THURSDAY, 4) + 1), name: 'Day after Thanksgiving', endTime: 780 },
    ...eve(day(year, 7, 4), 'Eve of Independence Day', 780),
    ...eve(day(year, 12, 25), 'Christmas Eve', 780),
  ]);

/** Futures in Chicago: closed on three feasts, until noon on the other holidays, until 12:15 on two eves. */
export const chicagoFutures: Holidays = (year) =>
  inOrder([
    ...americanFeasts(year).flatMap((feast) => kept(feast, CLOSED)),
    ...americanHolidays(year).flatMap((feast) => kept(feast, 720)),
    { date: dateOf(nthWeekday(year, 11, THURSDAY, 4) + 1), name: 'Day after Thanksgiving', endTime: 735 },
    ...eve(day(year, 12, 25), 'Christmas Eve', 735),
  ]);

function frankfurt(year: number): SessionOverride[] {
  const closed: readonly (readonly [number, string])[] = [
    [day(year, 1, 1), 'New Year’s Day'],
    [easterSunday(year) - 2, 'Good Friday'],
    [easterSunday(year) + 1, 'Easter Monday'],
    [day(year, 5, 1), 'Labour Day'],
    [day(year, 12, 24), 'Christmas Eve'],
    [day(year, 12, 25), 'Christmas Day'],
    [day(year, 12, 26), 'Boxing Day'],
    [day(year, 12, 31), 'New Year’s Eve'],
  ];
  return closed
    .filter(([feast]) => isWorkday(feast))
    .map(([feast, name]) => ({ date: dateOf(feast), name, endTime: CLOSED }));
}

const isWorkday = (feast: number): boolean => weekdayOf(feast) !== SATURDAY && weekdayOf(feast) !== SUNDAY;

export const frankfurtFutures: Holidays = (year) => inOrder(frankfurt(year));

/** Shares close at 14:00 on the last day of trading, which is mostly 30 December. */
export const frankfurtShares: Holidays = (year) => {
  const last = day(year, 12, 30);
  return inOrder([
    ...frankfurt(year),
    ...(isWorkday(last) ? [{ date: dateOf(last), name: 'Last day of trading', endTime: 840 }] : []),
  ]);
};

/** Banks rest when shares do. */
export const businessDays =
  (shares: Holidays): IsBusinessDay =>
  (some) => {
    const date = dateOf(some);
    return (
      isWorkday(some) &&
      !shares(Number(date.slice(0, 4))).some((override) => override.date === date && override.endTime === CLOSED)
    );
  };
