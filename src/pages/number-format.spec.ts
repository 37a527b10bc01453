import { toDigits, calculatePadding, measureFraction } from './number-format.js';

describe('toDigits', () => {
  it.each([
    [12, '12'],
    [-0.5, '-0.5'],
    [10n, '10'],
    [JSON.rawJSON('12.50'), '12.50'],
    [JSON.rawJSON('-99999999999999999.0001'), '-99999999999999999.0001'],
    ['12', null],
    [null, null],
    [Number.NaN, null],
    [JSON.rawJSON('"12"'), null],
  ])('%p is written %p', (value, expected) => {
    expect(toDigits(value)).toBe(expected);
  });
});

describe('calculatePadding', () => {
  it('aligns at the decimal point', () => {
    const numbers = ['1', '-20.5', '300.25', '0.125'];
    const widest = Math.max(...numbers.map(measureFraction));

    const lines = numbers.map((digits) => (digits + '_'.repeat(calculatePadding(digits, widest))).padStart(10, ' '));

    expect(lines).toEqual(['     1____', '   -20.5__', '   300.25_', '     0.125']);
  });

  it('returns only paddings of the stylesheet', () => {
    expect(calculatePadding('1', 40)).toBe(12);
  });
});
