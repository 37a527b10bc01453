import type { SessionCalendar } from '../calendar/session-calendar.js';
import { type IsBusinessDay, toDateText, toDayNumber, findNthWeekday } from './holidays.js';

/** The month letters of futures exchanges. */
const MONTH_LETTERS = 'FGHJKMNQUVXZ';
const [WEDNESDAY, FRIDAY] = [3, 5] as const;

export const QUARTERLY = [3, 6, 9, 12];
export const MONTHLY = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** The last trading day of a contract month. */
export type LastTradingDay = (year: number, month: number, isBusinessDay: IsBusinessDay) => number;

/** A contract that has not expired. */
export type ContractMonth = Readonly<{ symbol: string; expiration: string }>;

/** Index futures. */
export const thirdFriday: LastTradingDay = (year, month, isBusinessDay) =>
  rollToPrecedingBusinessDay(findNthWeekday(year, month, FRIDAY, 3), isBusinessDay);

/** Currencies: two business days before the third Wednesday. */
export const beforeThirdWednesday: LastTradingDay = (year, month, isBusinessDay) =>
  subtractBusinessDays(
    rollToPrecedingBusinessDay(findNthWeekday(year, month, WEDNESDAY, 3), isBusinessDay),
    2,
    isBusinessDay,
  );

/** Crude oil: three business days before the 25th of the previous month, or before the last business day up to it. */
export const beforeThe25th: LastTradingDay = (year, month, isBusinessDay) =>
  subtractBusinessDays(rollToPrecedingBusinessDay(toDayNumber(year, month - 1, 25), isBusinessDay), 3, isBusinessDay);

/** Natural gas: the third last business day of the previous month. */
export const thirdLastDayOfPreviousMonth: LastTradingDay = (year, month, isBusinessDay) =>
  lastBusinessDay(year, month - 1, 2, isBusinessDay);

/** Metals: the third last business day of the month. */
export const thirdLastDay: LastTradingDay = (year, month, isBusinessDay) =>
  lastBusinessDay(year, month, 2, isBusinessDay);

/** American bonds: seven business days before the last one of the month. */
export const seventhDayBeforeLast: LastTradingDay = (year, month, isBusinessDay) =>
  lastBusinessDay(year, month, 7, isBusinessDay);

/** German bonds: two trading days before the 10th, or the first one after it. */
export const beforeThe10th: LastTradingDay = (year, month, isBusinessDay) =>
  subtractBusinessDays(rollToFollowingBusinessDay(toDayNumber(year, month, 10), isBusinessDay), 2, isBusinessDay);

/** Contracts further ahead are not listed. */
const MONTHS_AHEAD = 120;

/** A product, its listed months, and its business days. */
export type ContractSeries = Readonly<{
  symbol: string;
  months: readonly number[];
  lastDay: LastTradingDay;
  count: number;
  isBusinessDay: IsBusinessDay;
}>;

/**
 * The next contracts of a product whose last session has not closed. Months are checked in order, so the result depends
 * on the time only.
 */
export function listNextContracts(
  { symbol, months, lastDay, count, isBusinessDay }: ContractSeries,
  calendar: SessionCalendar,
  now: number,
): ContractMonth[] {
  const contracts: ContractMonth[] = [];
  const today = new Date(now);
  // A contract may expire in the month before its own, and never after its own.
  const first = today.getUTCFullYear() * 12 + today.getUTCMonth() - 1;
  for (let index = first; contracts.length < count && index < first + MONTHS_AHEAD; index += 1) {
    const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
    if (!months.includes(month)) continue;
    const expiration = toDateText(lastDay(year, month, isBusinessDay));
    const closesAt = calendar.findClose(expiration);
    if (closesAt !== null && closesAt > now)
      contracts.push({
        symbol: `${symbol}${MONTH_LETTERS.charAt(month - 1)}${String(year % 100).padStart(2, '0')}`,
        expiration,
      });
  }
  return contracts;
}

function rollToPrecedingBusinessDay(day: number, isBusinessDay: IsBusinessDay): number {
  return isBusinessDay(day) ? day : rollToPrecedingBusinessDay(day - 1, isBusinessDay);
}

function rollToFollowingBusinessDay(day: number, isBusinessDay: IsBusinessDay): number {
  return isBusinessDay(day) ? day : rollToFollowingBusinessDay(day + 1, isBusinessDay);
}

function subtractBusinessDays(day: number, count: number, isBusinessDay: IsBusinessDay): number {
  return count === 0
    ? day
    : subtractBusinessDays(rollToPrecedingBusinessDay(day - 1, isBusinessDay), count - 1, isBusinessDay);
}

/** The last business day of a month, or this many before it. Month 0 is the previous December. */
function lastBusinessDay(year: number, month: number, daysBefore: number, isBusinessDay: IsBusinessDay): number {
  return subtractBusinessDays(
    rollToPrecedingBusinessDay(toDayNumber(year, month + 1, 1) - 1, isBusinessDay),
    daysBefore,
    isBusinessDay,
  );
}
