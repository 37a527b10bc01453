import type { UTCTimestamp } from 'lightweight-charts';
import { addTrade, type ChartBar } from './chart-bars.js';

const toBar = (time: ChartBar['time'], isMadeUp: boolean): ChartBar => ({
  ...{ time, open: 100, high: 101, low: 99, close: 100 },
  ...{ volume: 5, isMadeUp },
});
const trade = { price: 105, time: '2026-11-27T20:21:07Z' };

describe('a trade in a chart', () => {
  it.each(['1d', '1w'])('is added to the last bar of %s', (interval) => {
    const bars = [toBar('2026-11-30', false)];

    expect(addTrade(bars, trade, interval)).toMatchObject({ time: '2026-11-30', high: 105, close: 105 });
    expect(bars).toHaveLength(1);
  });

  it.each(['1d', '1w'])('leaves a made-up bar of %s as it is: its own session has no bar yet', (interval) => {
    const bars = [toBar('2026-11-27', true)];

    expect(addTrade(bars, trade, interval)).toBeNull();
    expect(bars).toEqual([toBar('2026-11-27', true)]);
  });

  it('begins a bar of an hour after the made-up ones', () => {
    const bars = [toBar((Date.parse('2026-11-27T18:00:00Z') / 1000) as UTCTimestamp, true)];

    expect(addTrade(bars, trade, '1h')).toMatchObject({ time: Date.parse('2026-11-27T20:00:00Z') / 1000, open: 105 });
    expect(bars.map(({ isMadeUp }) => isMadeUp)).toEqual([true, undefined]);
  });
});
