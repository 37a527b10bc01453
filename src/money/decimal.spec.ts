import fc from 'fast-check';
import { decimalText, parseDecimal, unitsOf } from './decimal.js';

describe('a decimal', () => {
  it.each<[number | string, number, number]>([
    [0, 0, 0],
    ['-0.0', 0, 0],
    [1.5, 15, 1],
    ['1.50', 15, 1],
    ['007.25', 725, 2],
    ['-0.000000001', -1, 9],
    ['0.000000001', 1, 9],
    [123456789012345, 123456789012345, 0],
    ['123456.789012345', 123456789012345, 9],
  ])('%s is %d with %d decimals', (written, digits, decimals) => {
    expect(parseDecimal(written)).toEqual({ digits, decimals });
  });

  it.each(['', '.5', '5.', '+1', '1e3', '1,5', ' 1', '1 ', 'NaN', 'Infinity', '0x10', '1.0000000001', '1234567890123456', '١', '--1'])('"%s" spells none', (written) => {
    expect(parseDecimal(written)).toBeNull();
  });

  it.each([0.1 + 0.2, 1e21, 1e-7, NaN, Infinity, -Infinity])('the number %d is refused for what it is', (number) => {
    expect(parseDecimal(number)).toBeNull();
  });

  it('counts in units where it is a whole number of them', () => {
    const quarter = { digits: 10025, decimals: 2 };
    expect([unitsOf(quarter, 2), unitsOf(quarter, 4), unitsOf(quarter, 1), unitsOf({ digits: 999_999_999_999_999, decimals: 0 }, 9)]).toEqual([10025, 1_002_500, null, null]);
  });

  it('reads back what it writes, whatever the number and the scale', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 9 }), (units, scale) => {
        const read = parseDecimal(decimalText(units, scale));
        return read !== null && unitsOf(read, scale) === units;
      }),
    );
  });

  it.each<[number | bigint, number, string]>([
    [12500, 4, '1.25'],
    [-5, 1, '-0.5'],
    [5, 3, '0.005'],
    [100, 0, '100'],
    [0, 4, '0'],
    [-123_456_789_012_345_678_901n, 4, '-12345678901234567.8901'],
  ])('%s units at scale %d read %s', (units, scale, text) => {
    expect(decimalText(units, scale)).toBe(text);
  });
});
