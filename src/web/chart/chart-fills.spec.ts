import type { UTCTimestamp } from 'lightweight-charts';
import { createFillMarkers, type OwnFill } from './chart-fills.js';

describe('createFillMarkers', () => {
  const bars = Array.from({ length: 10 }, (_, at) => ({
    time: (at * 60) as UTCTimestamp,
    // Falling.
    low: 90 - at,
    high: 100 - at,
  }));
  const listTexts = (fills: readonly OwnFill[], barSpacing: number, end = Infinity): (string | undefined)[] =>
    createFillMarkers(fills, bars, { color: 'black', barSpacing, end }).map(({ text }) => text);
  const beside: readonly OwnFill[] = [
    [65, 1],
    [130, 12],
    [130, -3],
    [140, 1],
  ];

  it('sums the fills of a bar by side, and says those of bars beside each other in one text', () => {
    expect(listTexts(beside, 7)).toEqual(['', 'B 1+13', 'S 3']);
    const many = [0, 60, 120, 180].map((at) => [at, -at / 60 - 1] as const);
    expect(listTexts(many, 7)).toEqual(['', '', '', 'S …+2+3+4']);
  });

  it('draws a fill of a session in the bar of its date, and in none while there is no such bar', () => {
    const sessions = ['2026-11-26', '2026-11-27'].map((time) => ({ time, low: 90, high: 100 }));
    const fills = ['2026-11-25', '2026-11-27', '2026-11-30'].map((date) => [date, 2] as const);
    const markers = createFillMarkers(fills, sessions, { color: 'black', barSpacing: 60, end: Infinity });
    expect(markers.map(({ time, text }) => [time, text])).toEqual([['2026-11-27', 'B 2']]);
  });

  it('says all quantities where bars are wide enough, and those far from each other', () => {
    expect(listTexts(beside, 60)).toEqual(['B 1', 'B 13', 'S 3']);
    expect(listTexts([...beside, [545, 4]], 7)).toEqual(['', 'B 1+13', 'S 3', 'B 4']);
    // Between two texts there is no space for a longer one.
    expect(listTexts([...beside, [400, 4]], 8)).toEqual(['', 'B 13', 'S 3', 'B 4']);
  });

  it('says nothing beyond the edge of what is seen: an older fill says it, or none', () => {
    expect(listTexts([...beside, [545, 4]], 30, 10)).toEqual(['', 'B 1+13', 'S 3', 'B 4']);
    expect(listTexts([...beside, [545, 4]], 30, 9)).toEqual(['', 'B 1+13', 'S 3', '']);
    expect(listTexts(beside, 18, 3)).toEqual(['B 1+13', '', 'S 3']);
    expect(listTexts(beside, 30, 1)).toEqual(['', '', '']);
  });

  it('has its words beyond the bars beside it, and arrows without words at their own', () => {
    const places = (fills: readonly OwnFill[], barSpacing: number) =>
      createFillMarkers(fills, bars, { color: 'black', barSpacing, end: Infinity }).map((marker) => [
        marker.position,
        'price' in marker && marker.price,
      ]);
    expect(places(beside, 7)).toEqual([
      ['atPriceBottom', 89],
      ['atPriceBottom', 84],
      ['atPriceTop', 100],
    ]);
    expect(places([[130, 1]], 60)).toEqual([['atPriceBottom', 87]]);
  });
});
