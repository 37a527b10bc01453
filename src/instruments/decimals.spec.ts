import fc from 'fast-check';
import { decimalFrom, fractionOf, isAtMost, isMultiple, isNegative, isPositive, isProduct, times } from './decimals.js';

describe('a decimal', () => {
  it.each([
    [0.25, '0.25'],
    ['0.25', '0.25'],
    ['0.250', '0.25'],
    ['12.000', '12'],
    [1200, '1200'],
    ['-0', '0'],
    ['-0.00', '0'],
    [-12.5, '-12.5'],
    [0.0000005, '0.0000005'],
    [0.000000001, '0.000000001'],
    [-1.23e-7, '-0.000000123'],
    ['123456789012345', '123456789012345'],
    ['0.000012345', '0.000012345'],
    ['999999.123456789', '999999.123456789'],
    [0.1 + 0.2, null],
    ['0.0000000001', null],
    ['1234567.123456789', null],
    ['1234567890123456', null],
    [1e21, null],
    [1e-10, null],
    ['1e3', null],
    ['+1', null],
    ['01', null],
    ['.5', null],
    ['5.', null],
    [' 1', null],
    ['1,5', null],
    ['NaN', null],
    [NaN, null],
    [Infinity, null],
    ['', null],
    [null, null],
    [true, null],
    [['1'], null],
    ['0'.repeat(41), null],
    [`1.${'0'.repeat(39)}`, null],
  ])('%j is %j', (value, decimal) => {
    expect(decimalFrom(value)).toBe(decimal);
  });

  const digits = fc.tuple(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), fc.integer({ min: 0, max: 9 }));
  const write = (units: bigint, scale: number): string => {
    const text = String(units < 0n ? -units : units).padStart(scale + 1, '0');
    return `${units < 0n ? '-' : ''}${text.slice(0, text.length - scale)}${scale > 0 ? `.${text.slice(text.length - scale)}` : ''}`;
  };

  it('has one spelling, whether it came as a number or as a text', () => {
    fc.assert(fc.property(digits, ([units, scale]) => {
      const text = decimalFrom(write(units, scale));
      expect(text).not.toBeNull();
      expect(decimalFrom(text)).toBe(text);
      expect(decimalFrom(Number(text))).toBe(text);
      expect([isPositive(text ?? ''), isNegative(text ?? '')]).toEqual([units > 0n, units < 0n]);
    }));
  });

  it('is compared to the last digit', () => {
    fc.assert(fc.property(digits, digits, ([a, p], [b, q]) => {
      const [one, other] = [decimalFrom(write(a, p)) ?? '', decimalFrom(write(b, q)) ?? ''];
      const product = write(a * b, p + q);
      expect(isAtMost(one, other)).toBe(a * 10n ** BigInt(q) <= b * 10n ** BigInt(p));
      expect(isProduct(one, other, product)).toBe(true);
      expect(isProduct(one, other, write(a * b + 1n, p + q))).toBe(false);
      if (b !== 0n) expect(isMultiple(product, other)).toBe((a * b * 10n ** BigInt(q)) % (b * 10n ** BigInt(p + q)) === 0n);
    }));
  });

  it.each([
    ['4512.25', '0.25', true],
    ['4512.3', '0.25', false],
    ['-37.63', '0.01', true],
    ['0', '0.25', true],
    ['0.3', '0.1', true],
    ['0.30000001', '0.1', false],
  ])('%s lies on the grid of %s: %s', (price, step, lies) => {
    expect(isMultiple(price, step)).toBe(lies);
  });

  it.each([
    ['0.25', 26_849, '6712.25'],
    ['0.25', 4, '1'],
    ['0.01', -3763, '-37.63'],
    ['0.0000005', 13_490, '0.006745'],
    ['1', 24_310, '24310'],
    ['0.015625', 0, '0'],
  ])('%s so many times as %i is %s', (step, count, product) => {
    expect(times(step, count)).toBe(product);
  });

  it('knows its digits behind the point', () => {
    expect(['1', '0.25', '-0.0000005'].map(fractionOf)).toEqual([0, 2, 7]);
  });
});
