import type { UTCTimestamp } from 'lightweight-charts';
import { createFillMarkers, type OwnFill } from './chart-fills.js';

describe('createFillMarkers', () => {
  const bars = Array.from({ length: 10 }, (_, at) => ({ time: (at * 60) as UTCTimestamp }));
  const listTexts = (fills: readonly OwnFill[], barSpacing: number): (string | undefined)[] =>
    createFillMarkers(fills, bars, { color: 'black', barSpacing }).map(({ text }) => text);
  const beside: readonly OwnFill[] = [
    [65, 1],
    [130, 12],
    [130, -3],
    [140, 1],
  ];

  it('sums the fills of a bar by side, and says no quantity over that of the next bar', () => {
    expect(listTexts(beside, 7)).toEqual(['', 'B 13', 'S 3']);
  });

  it('says all quantities where bars are wide enough, and those far from each other', () => {
    expect(listTexts(beside, 60)).toEqual(['B 1', 'B 13', 'S 3']);
    expect(listTexts([...beside, [545, 4]], 7)).toEqual(['', 'B 13', 'S 3', 'B 4']);
  });
});
