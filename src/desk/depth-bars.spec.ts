import { BAR_STEPS, toDepthBars, sumQuantities } from './depth-bars.js';

describe('toDepthBars', () => {
  it('grow from the best price, up to the full length', () => {
    const levels = [{ quantity: 1 }, { quantity: 9 }, { quantity: 90 }];

    expect(toDepthBars(levels, sumQuantities(levels))).toEqual([1, 2, BAR_STEPS]);
    expect(toDepthBars(levels, 200)).toEqual([1, 1, 10]);
  });

  it('exist for every level, and not for none', () => {
    expect(toDepthBars([{ quantity: 1 }], 1_000_000)).toEqual([1]);
    expect(toDepthBars([], 0)).toEqual([]);
  });
});
