import { formatSeparatorHint } from './separators.js';

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
