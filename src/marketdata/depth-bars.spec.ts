import { BAR_STEPS, toDepthBars, sumQuantities } from './depth-bars.js';

describe('the bars of a ladder', () => {
  it('grow from the best price on, and the longest is as long as there are', () => {
    const levels = [{ quantity: 1 }, { quantity: 9 }, { quantity: 90 }];

    expect(toDepthBars(levels, sumQuantities(levels))).toEqual([1, 2, BAR_STEPS]);
    expect(toDepthBars(levels, 200)).toEqual([1, 1, 10]);
  });

  it('are there for whatever stands there, and not where nothing does', () => {
    expect(toDepthBars([{ quantity: 1 }], 1_000_000)).toEqual([1]);
    expect(toDepthBars([], 0)).toEqual([]);
  });
});
