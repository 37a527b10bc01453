import { SessionCalendar } from '../../instruments/calendar/session-calendar.js';
import { type History, makeUpBars } from './made-up-bars.js';

/** Sunday 17:00 to Friday 16:00 in Chicago, with an hour's break a day; Thanksgiving ends at noon. */
const calendar = new SessionCalendar({
  timezone: 'America/Chicago',
  startTimes: [1020, 2460, 3900, 5340, 6780],
  endTimes: [2400, 3840, 5280, 6720, 8160],
  overrides: [
    { date: '2026-11-26', name: 'Thanksgiving', endTime: 720 },
    { date: '2026-11-27', name: 'Day after Thanksgiving', endTime: 735 },
  ],
});
const listedAt = Date.parse('2026-11-26T15:07:30Z');
const toHistory = (endsAt: number): History => ({
  ...{ instrumentId: 1, tick: 25, listedAt, price: 671_225 },
  ...{ calendar, endsAt, sessionDate: calendar.findSessionDate(endsAt) },
});
const end = toHistory(listedAt);
const starts = (bars: ReturnType<typeof makeUpBars>): string[] =>
  bars.map(({ startsAt }) => new Date(startsAt).toISOString());

describe('made-up bars', () => {
  it('end before the interval of the listing where it traded at once, near its price', () => {
    const [bar] = makeUpBars(end, '1m', 3);

    expect(bar?.startsAt).toBe(Date.parse('2026-11-26T15:06:00Z'));
    expect(Math.abs((bar?.close ?? NaN) - end.price)).toBeLessThan(10 * 25);
    expect(starts(makeUpBars(end, '5m', 2))).toEqual(['2026-11-26T15:00:00.000Z', '2026-11-26T14:55:00.000Z']);
    expect(starts(makeUpBars(end, '1w', 2))).toEqual(['2026-11-16T00:00:00.000Z', '2026-11-09T00:00:00.000Z']);
  });

  it('are the same each time, and others for another instrument', () => {
    expect(makeUpBars(end, '1h', 50)).toEqual(makeUpBars(end, '1h', 50));
    expect(makeUpBars({ ...end, instrumentId: 2 }, '1h', 50)).not.toEqual(makeUpBars(end, '1h', 50));
  });

  it('stay as they are while time passes without a trade, and after the first one', () => {
    const earlier = makeUpBars(toHistory(listedAt + 600_000), '1m', 300);
    for (const later of [3_600_000, 3 * 86_400_000, 9 * 86_400_000]) {
      const bars = new Map(makeUpBars(toHistory(listedAt + later), '1m', 20_000).map((bar) => [bar.startsAt, bar]));
      expect(earlier.map(({ startsAt }) => bars.get(startsAt))).toEqual(earlier);
    }
  });

  it('stand about the price of the listing afterwards, on the tick', () => {
    const since = makeUpBars(toHistory(listedAt + 9 * 86_400_000), '1m', 5_000);
    expect(since.at(-1)?.startsAt).toBeGreaterThan(listedAt);
    expect(Math.max(...since.map(({ high }) => Math.abs(high - end.price)))).toBeLessThan(40 * 25);
    expect(since.filter(({ open, close }) => open % 25 !== 0 || close % 25 !== 0)).toEqual([]);
  });

  it('of a long interval agree with those of a short one', () => {
    const minutes = makeUpBars(end, '1m', 500);
    for (const hour of makeUpBars(end, '1h', 4)) {
      const within = minutes.filter(({ startsAt }) => startsAt - (startsAt % 3_600_000) === hour.startsAt);
      expect(within).toHaveLength(60);
      expect(hour).toMatchObject({
        open: within.at(-1)?.open,
        close: within[0]?.close,
        high: Math.max(...within.map(({ high }) => high)),
        low: Math.min(...within.map(({ low }) => low)),
        volume: within.reduce((sum, { volume }) => sum + volume, 0),
      });
    }
  });

  it('last for weeks, without weekends, on the tick, each from where the one before ended', () => {
    const days = makeUpBars(end, '1d', 300);
    expect(days.length).toBeGreaterThan(55);
    expect(days.filter(({ startsAt }) => [0, 6].includes(new Date(startsAt).getUTCDay()))).toEqual([]);
    for (const [index, { open, high, low, close }] of days.entries()) {
      expect([open, high, low, close].filter((price) => price % 25 !== 0)).toEqual([]);
      expect([high >= Math.max(open, close), low <= Math.min(open, close)]).toEqual([true, true]);
      if (index > 0) expect(close).toBe(days[index - 1]?.open);
    }
  });
});
