import { changeOf, priceText } from './price-text.js';

describe('a price on a board', () => {
  it.each([
    ['6712', 2, '6712.00'],
    ['6712.5', 2, '6712.50'],
    ['6712', 0, '6712'],
    ['-0.5', 2, '-0.50'],
    ['1.23456', 2, '1.23456'],
    [null, 2, ''],
  ])('%s with %i decimals is %s', (digits, decimals, text) => {
    expect(priceText(digits, decimals)).toBe(text);
  });

  it.each([
    ['6712.25', '6700', 2, { points: '+12.25', percent: '+0.18%' }],
    ['6699.75', '6700', 2, { points: '-0.25', percent: '0.00%' }],
    ['6700', '6700.00', 2, { points: '0.00', percent: '0.00%' }],
    ['-3.1', '-3', 1, { points: '-0.1', percent: '' }],
    ['0.3', '0.1', 1, { points: '+0.2', percent: '+200.00%' }],
    ['5', '0', 0, { points: '+5', percent: '' }],
  ] as const)('%s after %s has changed', (price, from, decimals, change) => {
    expect(changeOf(price, from, decimals)).toEqual(change);
  });
});
