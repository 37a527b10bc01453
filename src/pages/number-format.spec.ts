import {
  toDigits,
  toPaddingClass,
  measureFraction,
  formatSeparatorHint,
  toInstrumentPrice,
  toTickPrice,
  toInstrumentFormat,
} from './number-format.js';
import { formatAverage, formatPrice } from '../money/price-text.js';
import { createExactNumber } from '../money/exact-number.js';

describe('formatPrice', () => {
  it.each([
    ['6712', 2, '6712.00'],
    ['6712.5', 2, '6712.50'],
    ['6712', 0, '6712'],
    ['-0.5', 2, '-0.50'],
    ['1.23456', 2, '1.23456'],
    [null, 2, ''],
  ])('%s with %i decimals is %s', (digits, decimals, text) => {
    expect(formatPrice(digits, decimals)).toBe(text);
  });

  it.each([
    ['6710.623333', 2, '6710.6233'],
    ['6710.6', 2, '6710.60'],
    ['6710.6251', 2, '6710.6251'],
    ['-0.123456', 2, '-0.1235'],
    ['12.345', 0, '12.35'],
    [null, 2, ''],
  ])('shortens the average %s with %i decimals to %s', (digits, decimals, text) => {
    expect(formatAverage(digits, decimals)).toBe(text);
  });

  it('pads to the instrument’s tick, and keeps the digits of unknown instruments', () => {
    const getName = (field: string, id: number): string =>
      field === 'instrument_tick' && id === 5 ? '0.25' : field === 'instrument_id' && id === 5 ? 'ESZ6' : String(id);

    expect([toInstrumentFormat({ getName }, 5), toInstrumentFormat({ getName }, 12)]).toEqual([
      { symbol: 'ESZ6', decimals: 2 },
      { symbol: '12', decimals: 0 },
    ]);
    expect(
      [6712.5, createExactNumber('6712.375'), 6712, null].map(
        (price) => toInstrumentPrice({ getName }, 5, price)?.rawJSON ?? null,
      ),
    ).toEqual(['6712.50', '6712.375', '6712.00', null]);
    expect(toInstrumentPrice({ getName }, 12, 6712.5)?.rawJSON).toBe('6712.5');
    expect([6712.5, null].map((price) => toTickPrice(createExactNumber('0.25'), price)?.rawJSON ?? null)).toEqual([
      '6712.50',
      null,
    ]);
  });
});

describe('number separators', () => {
  it.each([
    ['1,000.00', '1000.00'],
    ['1,000', '1000'],
    ['-12,345,678.5', '-12345678.5'],
    ['1.000,00', '1000.00'],
    ['1.000.000', '1000000'],
    ['1 000', '1000'],
    ['1\u202f000,5', '1000.5'],
    [" 1'000.25 ", '1000.25'],
    ['100_000', '100000'],
  ])('%s is to be written %s', (typed, plain) => {
    expect(formatSeparatorHint(typed)).toBe(`Write ${plain}, without separators.`);
  });

  it.each([
    '1000',
    '1000.00',
    '1.000',
    '1,00',
    '10,00.5',
    '1,0000',
    '1,000,00',
    '1,000.',
    'a,000',
    '',
    '1e3',
    '1,000;2,000',
    ',000',
  ])('%s is none', (typed) => {
    expect(formatSeparatorHint(typed)).toBeNull();
  });
});

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

describe('toPaddingClass', () => {
  it('names the digits that a figure lacks, and the point', () => {
    const numbers = ['1', '-20.5', '300.25', '0.125'];
    const widest = Math.max(...numbers.map(measureFraction));

    expect(numbers.map((digits) => toPaddingClass(digits, widest))).toEqual([
      ' short-3 whole',
      ' short-2',
      ' short-1',
      '',
    ]);
    expect(toPaddingClass('7', 0)).toBe('');
  });

  it('returns only paddings of the style sheet', () => {
    expect([toPaddingClass('1', 40), toPaddingClass('1.5', 40)]).toEqual([' short-12 whole', ' short-12']);
  });
});
