import fc from 'fast-check';
import { formatAveragePrice } from './average-price.js';
import { divideHalfEven } from './rounding.js';

describe('rounding', () => {
  it.each<[bigint, bigint, bigint]>([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [5n, -2n, -2n],
    [8n, 3n, 3n],
    [7n, 3n, 2n],
    [-8n, 3n, -3n],
    [1n, 2n, 0n],
    [3n, 2n, 2n],
    [0n, 7n, 0n],
    [21n, 7n, 3n],
  ])('%s / %s is %s', (dividend, divisor, quotient) => {
    expect(divideHalfEven(dividend, divisor)).toBe(quotient);
  });

  it('is at most half a unit away, and even at half', () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.bigInt().filter((divisor) => divisor !== 0n),
        (dividend, divisor) => {
          const quotient = divideHalfEven(dividend, divisor);
          const twice = 2n * (dividend - quotient * divisor);
          const [off, half] = [twice < 0n ? -twice : twice, divisor < 0n ? -divisor : divisor];
          return off < half || (off === half && quotient % 2n === 0n);
        },
      ),
    );
  });

  it('shows an average price with four more decimals than its prices, at most nine', () => {
    const averages = [
      formatAveragePrice(301n, 3, 0),
      formatAveragePrice(-301n, -3, 2),
      formatAveragePrice(201n, 2, 0),
      formatAveragePrice(1n, 3, 8),
      formatAveragePrice(5n, 0, 0),
    ];
    expect(averages).toEqual(['100.3333', '1.003333', '100.5', '0.000000003', null]);
  });
});
