import fc from 'fast-check';
import { isMultiple } from '../money/decimal.js';
import { nearestSteps } from './price-steps.js';

describe('the nearest prices on the grid', () => {
  it.each([
    ['4500.3', '0.25', ['4500.25', '4500.50']],
    ['0.1', '0.25', ['0.00', '0.25']],
    ['-0.1', '0.25', ['-0.25', '0.00']],
    ['1.00000001', '0.01', ['1.00', '1.01']],
    ['7', '5', ['5', '10']],
  ])('%s in steps of %s: %j', (price, step, nearest) => {
    expect(nearestSteps(price, step)).toEqual(nearest);
  });

  it.each([['4500.25', '0.25'], ['', '0.25'], ['abc', '0.25'], ['1', '0']])('there are none for %j in steps of %j', (price, step) => {
    expect(nearestSteps(price, step)).toBeNull();
  });

  it('lie on the grid, one step apart, and the price between them', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.constantFrom('0.25', '0.05', '3', '0.015625'), (units, step) => {
        const found = nearestSteps(String(units / 1000), step);
        if (found === null) return isMultiple(String(units / 1000), step);
        const [below, above] = found;
        return isMultiple(below, step) && isMultiple(above, step) && Number(below) < units / 1000 && units / 1000 < Number(above);
      }),
    );
  });
});
