import { formatAmount, parseAmount } from './amount.js';

describe('amount', () => {
  it.each<[number | string, bigint]>([
    [0, 0n],
    [12.5, 125_000n],
    ['-0.0001', -1n],
    [999_999_999_999_999, 9_999_999_999_999_990_000n],
  ])('%s is exactly %s ten-thousandths', (written, amount) => {
    expect(parseAmount(written)).toBe(amount);
  });

  it.each(['0.00001', '1e3', 'much', 0.1 + 0.2])('%s is invalid', (written) => {
    expect(parseAmount(written)).toBeNull();
  });

  it('is written without trailing zeros', () => {
    expect([formatAmount(125_000n), formatAmount(-1n), formatAmount(0n)]).toEqual(['12.5', '-0.0001', '0']);
  });
});
