import { type HistoryEnd, makeUpBars } from './made-up-bars.js';

const end: HistoryEnd = { instrumentId: 1, tick: 25, time: Date.parse('2026-11-26T15:07:30Z'), price: 671_225 };
const starts = (bars: ReturnType<typeof makeUpBars>): string[] =>
  bars.map(({ startsAt }) => new Date(startsAt).toISOString());

describe('made-up bars', () => {
  it('end before the interval of the first price, and at its price', () => {
    const [bar] = makeUpBars(end, '1m', 3);

    expect(bar).toMatchObject({ startsAt: Date.parse('2026-11-26T15:06:00Z'), close: 671_225 });
    expect(starts(makeUpBars(end, '5m', 2))).toEqual(['2026-11-26T15:00:00.000Z', '2026-11-26T14:55:00.000Z']);
    expect(starts(makeUpBars(end, '1w', 2))).toEqual(['2026-11-16T00:00:00.000Z', '2026-11-09T00:00:00.000Z']);
  });

  it('are the same each time, and others for another instrument', () => {
    expect(makeUpBars(end, '1h', 50)).toEqual(makeUpBars(end, '1h', 50));
    expect(makeUpBars({ ...end, instrumentId: 2 }, '1h', 50)).not.toEqual(makeUpBars(end, '1h', 50));
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
