import { type Bar, type TradePrint, type BarInterval, getBarStart, addTradeToBar } from './bar.js';

const createPrint = (time: string, price: number, quantity = 1, sessionDate = '2026-01-30'): TradePrint => ({
  price,
  quantity,
  time: Date.parse(time),
  sessionDate,
});
const text = (moment: number): string => new Date(moment).toISOString();

describe('bar', () => {
  it.each<[BarInterval, string]>([
    ['1m', '2026-01-30T15:04:00.000Z'],
    ['5m', '2026-01-30T15:00:00.000Z'],
    ['1h', '2026-01-30T15:00:00.000Z'],
    ['1d', '2026-02-02T00:00:00.000Z'],
  ])('of %s begins at %s', (span, start) => {
    expect(text(getBarStart(span, createPrint('2026-01-30T15:04:59.999Z', 1, 1, '2026-02-02')))).toBe(start);
  });

  it('starts with its interval', () => {
    expect(text(getBarStart('1m', createPrint('2026-01-30T15:05:00.000Z', 1)))).toBe('2026-01-30T15:05:00.000Z');
    expect(text(getBarStart('1h', createPrint('2026-01-30T15:59:59.999Z', 1)))).toBe('2026-01-30T15:00:00.000Z');
  });

  it('has first, last, highest and lowest price, and the volume', () => {
    const prints = [
      createPrint('2026-01-30T15:04:01Z', 100, 2),
      createPrint('2026-01-30T15:04:01Z', 104, 3),
      createPrint('2026-01-30T15:04:30Z', -7, 1),
      createPrint('2026-01-30T15:04:59Z', 101, 4),
    ];

    const bar = prints.reduce<Bar | undefined>((before, one) => addTradeToBar(before, '1m', one), undefined);

    expect(bar).toEqual({
      startsAt: Date.parse('2026-01-30T15:04:00Z'),
      open: 100,
      high: 104,
      low: -7,
      close: 101,
      volume: 10,
      trades: 4,
    });
  });
});
