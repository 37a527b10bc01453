import { computePriceChange } from './price-change.js';

describe('computePriceChange', () => {
  it.each([
    ['6712.25', '6700', 2, { points: '+12.25', percent: '+0.18%' }],
    ['6699.75', '6700', 2, { points: '-0.25', percent: '0.00%' }],
    ['6700', '6700.00', 2, { points: '0.00', percent: '0.00%' }],
    ['-3.1', '-3', 1, { points: '-0.1', percent: '' }],
    ['0.3', '0.1', 1, { points: '+0.2', percent: '+200.00%' }],
    ['5', '0', 0, { points: '+5', percent: '' }],
  ] as const)('%s after %s has changed', (price, from, decimals, change) => {
    expect(computePriceChange(price, from, decimals)).toEqual(change);
  });
});
