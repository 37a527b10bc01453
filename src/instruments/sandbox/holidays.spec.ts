import { checkOverrides } from '../calendar/session-hours.js';
import {
  createBusinessDayCheck,
  chicagoFutures,
  frankfurtShares,
  newYorkShares,
  toDateText,
  findEasterSunday,
  findNthWeekday,
} from './holidays.js';
import { sandboxMarket } from './sandbox-market.js';

const formatOverrides = (overrides: readonly { date: string; endTime: number | null }[]) =>
  overrides.map(({ date, endTime }) => (endTime === null ? date : `${date} until ${endTime / 60}`));

describe('holidays', () => {
  // As NYSE publishes them.
  it.each([
    [
      2026,
      [
        '2026-01-01',
        '2026-01-19',
        '2026-02-16',
        '2026-04-03',
        '2026-05-25',
        '2026-06-19',
        '2026-07-03',
        '2026-09-07',
        '2026-11-26',
        '2026-11-27 until 13',
        '2026-12-24 until 13',
        '2026-12-25',
      ],
    ],
    [
      2027,
      [
        '2027-01-01',
        '2027-01-18',
        '2027-02-15',
        '2027-03-26',
        '2027-05-31',
        '2027-06-18',
        '2027-07-05',
        '2027-09-06',
        '2027-11-25',
        '2027-11-26 until 13',
        '2027-12-24',
      ],
    ],
    [
      2028,
      [
        '2028-01-17',
        '2028-02-21',
        '2028-04-14',
        '2028-05-29',
        '2028-06-19',
        '2028-07-03 until 13',
        '2028-07-04',
        '2028-09-04',
        '2028-11-23',
        '2028-11-24 until 13',
        '2028-12-25',
      ],
    ],
  ])('of shares in New York in %i', (year, dates) => {
    expect(formatOverrides(newYorkShares(year))).toEqual(dates);
  });

  it('of Chicago futures are half days when shares are closed', () => {
    expect(formatOverrides(chicagoFutures(2026)).filter((date) => date.startsWith('2026-1'))).toEqual([
      '2026-11-26 until 12',
      '2026-11-27 until 12.25',
      '2026-12-24 until 12.25',
      '2026-12-25',
    ]);
  });

  it('of Frankfurt shares follow Easter and end the year early', () => {
    expect(formatOverrides(frankfurtShares(2027))).toEqual([
      '2027-01-01',
      '2027-03-26',
      '2027-03-29',
      '2027-12-24',
      '2027-12-30 until 14',
      '2027-12-31',
    ]);
  });

  it('are sorted for a hundred years in every group', () => {
    for (const { holidays } of sandboxMarket)
      expect(
        checkOverrides(
          Array.from({ length: 100 }, (_, index) => holidays(2000 + index))
            .flat()
            .slice(0, 1000),
        ),
      ).toBeNull();
  });

  it('are no business days, but half days are', () => {
    const isBusinessDay = createBusinessDayCheck(newYorkShares);
    const day = (date: string) => Date.parse(date) / 86_400_000;

    expect(
      ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-12-25'].map((date) => isBusinessDay(day(date))),
    ).toEqual([true, false, true, false, false]);
  });
});

describe('date functions', () => {
  it.each([
    ['1954-04-18'],
    ['1981-04-19'],
    ['2000-04-23'],
    ['2024-03-31'],
    ['2026-04-05'],
    ['2027-03-28'],
    ['2038-04-25'],
    ['2049-04-18'],
    ['2076-04-19'],
    ['2285-03-22'],
  ])('Easter was and will be on %s', (date) => {
    expect(toDateText(findEasterSunday(Number(date.slice(0, 4))))).toBe(date);
  });

  it('count weekdays of a month', () => {
    expect(
      [findNthWeekday(2026, 5, 5, 1), findNthWeekday(2026, 12, 5, 3), findNthWeekday(2026, 11, 0, 1)].map(toDateText),
    ).toEqual(['2026-05-01', '2026-12-18', '2026-11-01']);
  });
});
