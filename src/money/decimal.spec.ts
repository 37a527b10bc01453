import fc from 'fast-check';
import {
  normalizeDecimal,
  countDecimals,
  formatDecimal,
  isAtMost,
  isMultiple,
  isNegative,
  isPositive,
  isProduct,
  parseDecimal,
  multiplyDecimal,
  subtractDecimal,
  sumDecimals,
  toUnits,
} from './decimal.js';

describe('Decimal', () => {
  it.each<[number | string, number, number]>([
    [0, 0, 0],
    ['-0.0', 0, 0],
    [1.5, 15, 1],
    ['1.50', 15, 1],
    ['7.25', 725, 2],
    [0.0000005, 5, 7],
    [-1.23e-7, -123, 9],
    ['-0.000000001', -1, 9],
    ['0.000000001', 1, 9],
    [123456789012345, 123456789012345, 0],
    ['123456.789012345', 123456789012345, 9],
  ])('%s is %d with %d decimals', (written, digits, decimals) => {
    expect(parseDecimal(written)).toEqual({ digits, decimals });
  });

  it.each([
    '',
    '.5',
    '5.',
    '+1',
    '1e3',
    '007.25',
    '-00',
    '1,5',
    ' 1',
    '1 ',
    'NaN',
    'Infinity',
    '0x10',
    '1.0000000001',
    '1234567890123456',
    '١',
    '--1',
  ])('"%s" spells none', (written) => {
    expect(parseDecimal(written)).toBeNull();
  });

  it.each([0.1 + 0.2, 1e21, 1e-10, NaN, Infinity, -Infinity])('rejects the number %d', (number) => {
    expect(parseDecimal(number)).toBeNull();
  });

  it('converts to whole units, or says why it cannot', () => {
    const quarter = { digits: 10025, decimals: 2 };
    expect([
      toUnits(quarter, 2),
      toUnits(quarter, 4),
      toUnits(quarter, 1),
      toUnits({ digits: 999_999_999_999_999, decimals: 0 }, 9),
    ]).toEqual([10025, 1_002_500, 'too_fine', 'too_large']);
  });

  it('survives a round trip for any number and scale', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
        fc.integer({ min: 0, max: 9 }),
        (units, scale) => {
          const read = parseDecimal(formatDecimal(units, scale));
          return read !== null && toUnits(read, scale) === units;
        },
      ),
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
    expect(formatDecimal(units, scale)).toBe(text);
  });
});

describe('decimal text', () => {
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
    expect(normalizeDecimal(value)).toBe(decimal);
  });

  const digits = fc.tuple(
    fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }),
    fc.integer({ min: 0, max: 9 }),
  );
  const write = (units: bigint, scale: number): string => {
    const text = String(units < 0n ? -units : units).padStart(scale + 1, '0');
    return `${units < 0n ? '-' : ''}${text.slice(0, text.length - scale)}${scale > 0 ? `.${text.slice(text.length - scale)}` : ''}`;
  };

  it('has one spelling for numbers and texts', () => {
    fc.assert(
      fc.property(digits, ([units, scale]) => {
        const text = normalizeDecimal(write(units, scale));
        expect(text).not.toBeNull();
        expect(normalizeDecimal(text)).toBe(text);
        expect(normalizeDecimal(Number(text))).toBe(text);
        expect([isPositive(text ?? ''), isNegative(text ?? '')]).toEqual([units > 0n, units < 0n]);
      }),
    );
  });

  it('is compared to the last digit', () => {
    fc.assert(
      fc.property(digits, digits, ([a, p], [b, q]) => {
        const [one, other] = [normalizeDecimal(write(a, p)) ?? '', normalizeDecimal(write(b, q)) ?? ''];
        const product = write(a * b, p + q);
        expect(isAtMost(one, other)).toBe(a * 10n ** BigInt(q) <= b * 10n ** BigInt(p));
        expect(isProduct(one, other, product)).toBe(true);
        expect(isProduct(one, other, write(a * b + 1n, p + q))).toBe(false);
        if (b !== 0n)
          expect(isMultiple(product, other)).toBe((a * b * 10n ** BigInt(q)) % (b * 10n ** BigInt(p + q)) === 0n);
      }),
    );
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
    expect(multiplyDecimal(step, count)).toBe(product);
  });

  it.each([
    [['0.1', '0.2'], '0.3'],
    [['-0.25', '1', '0.0000005'], '0.7500005'],
    [['999999999999999', '999999999999999', '0.5'], '1999999999999998.5'],
    [['2.5', '-2.5'], '0'],
    [[], '0'],
  ])('the sum of %j is %s', (decimals, total) => {
    expect(sumDecimals(decimals)).toBe(total);
  });

  it.each([
    ['1', '0.25', '0.75'],
    ['-1.5', '-2', '0.5'],
    ['0.1', '0.1', '0'],
  ])('subtracts exactly: %s less %s', (decimal, other, difference) => {
    expect(subtractDecimal(decimal, other)).toBe(difference);
  });

  it('counts its decimals', () => {
    expect(['1', '0.25', '-0.0000005'].map(countDecimals)).toEqual([0, 2, 7]);
  });
});
