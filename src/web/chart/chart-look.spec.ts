import { findPriceSteps } from './chart-look.js';

describe('findPriceSteps', () => {
  it.each([
    [0.25, 2, 4],
    [0.015625, 6, 64],
    [0.01, 2, 100],
    // Half of these ticks is no price, and the chart would write it: 20000 halved five times and more.
    [0.00005, 5, 10_000],
    [0.005, 3, 100],
    [0.025, 3, 10],
  ])('divides marks of a tick of %s only into whole ticks', (tick, decimals, base) => {
    expect(findPriceSteps(tick, decimals)).toEqual({ minMove: tick, base });
  });

  it('has decimals where no number of ticks makes one', () => {
    expect(findPriceSteps(0.3, 1)).toEqual({ minMove: 0.1 });
  });
});
