import { BAR_STEPS, barsOfDepth, totalOf } from './depth-bars.js';

describe('the bars of a ladder', () => {
  it('grow from the best price on, and the longest is as long as there are', () => {
    const levels = [{ quantity: 1 }, { quantity: 9 }, { quantity: 90 }];

    expect(barsOfDepth(levels, totalOf(levels))).toEqual([1, 2, BAR_STEPS]);
    expect(barsOfDepth(levels, 200)).toEqual([1, 1, 10]);
  });

  it('are there for whatever stands there, and not where nothing does', () => {
    expect(barsOfDepth([{ quantity: 1 }], 1_000_000)).toEqual([1]);
    expect(barsOfDepth([], 0)).toEqual([]);
  });
});
