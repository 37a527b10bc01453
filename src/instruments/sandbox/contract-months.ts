import type { SessionCalendar } from '../session-calendar.js';
import { dateOf, dayOf, nthWeekday } from './dates.js';
import type { IsBusinessDay } from './holidays.js';

/** The letter that futures exchanges have for each month. */
const MONTH_LETTERS = 'FGHJKMNQUVXZ';
const [WEDNESDAY, FRIDAY] = [3, 5] as const;

export const QUARTERLY = [3, 6, 9, 12];
export const MONTHLY = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** On which day of a contract month trading ends. */
export type LastDay = (year: number, month: number, works: IsBusinessDay) => number;

/** One contract that is still to expire. */
export type Contract = Readonly<{ symbol: string; expiration: string }>;

/** Index futures. */
export const thirdFriday: LastDay = (year, month, works) => onOrBefore(nthWeekday(year, month, FRIDAY, 3), works);

/** Currencies: two days of business before the third Wednesday. */
export const beforeThirdWednesday: LastDay = (year, month, works) =>
  businessDaysBefore(onOrBefore(nthWeekday(year, month, WEDNESDAY, 3), works), 2, works);

/** Crude oil: three days of business before the 25th of the month before, or before the last one up to it. */
export const beforeThe25th: LastDay = (year, month, works) =>
  businessDaysBefore(onOrBefore(dayOf(year, month - 1, 25), works), 3, works);

/** Natural gas: the third last day of business of the month before. */
export const thirdLastOfMonthBefore: LastDay = (year, month, works) => lastOf(year, month - 1, 2, works);

/** Metals: the third last day of business of the month. */
export const thirdLastOfMonth: LastDay = (year, month, works) => lastOf(year, month, 2, works);

/** American bonds: seven days of business before the last one of the month. */
export const seventhBeforeLast: LastDay = (year, month, works) => lastOf(year, month, 7, works);

/** German bonds: two days of trading before the 10th, or the first one after it. */
export const beforeThe10th: LastDay = (year, month, works) =>
  businessDaysBefore(onOrAfter(dayOf(year, month, 10), works), 2, works);

/** Further ahead than this nothing is listed, however few of the days have a session. */
const MONTHS_AHEAD = 120;

/** A product, which of its months are listed, and where a day of business is one. */
export type ContractSeries = Readonly<{
  symbol: string;
  months: readonly number[];
  lastDay: LastDay;
  count: number;
  works: IsBusinessDay;
}>;

/** The next contracts of a product whose last session has not closed yet. Every month is asked in turn, so the same moment has the same answer. */
export function nextContracts(
  { symbol, months, lastDay, count, works }: ContractSeries,
  calendar: SessionCalendar,
  now: number,
): Contract[] {
  const contracts: Contract[] = [];
  const today = new Date(now);
  // A contract may expire in the month before its own, and never after its own.
  const first = today.getUTCFullYear() * 12 + today.getUTCMonth() - 1;
  for (let index = first; contracts.length < count && index < first + MONTHS_AHEAD; index += 1) {
    const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
    if (!months.includes(month)) continue;
    const expiration = dateOf(lastDay(year, month, works));
    const closesAt = calendar.closeOf(expiration);
    if (closesAt !== null && closesAt > now)
      contracts.push({
        symbol: `${symbol}${MONTH_LETTERS.charAt(month - 1)}${String(year % 100).padStart(2, '0')}`,
        expiration,
      });
  }
  return contracts;
}

function onOrBefore(day: number, works: IsBusinessDay): number {
  return works(day) ? day : onOrBefore(day - 1, works);
}

function onOrAfter(day: number, works: IsBusinessDay): number {
  return works(day) ? day : onOrAfter(day + 1, works);
}

function businessDaysBefore(day: number, count: number, works: IsBusinessDay): number {
  return count === 0 ? day : businessDaysBefore(onOrBefore(day - 1, works), count - 1, works);
}

/** The last day of business of a month, or so many before it. Month 0 is the December before. */
function lastOf(year: number, month: number, before: number, works: IsBusinessDay): number {
  return businessDaysBefore(onOrBefore(dayOf(year, month + 1, 1) - 1, works), before, works);
}
