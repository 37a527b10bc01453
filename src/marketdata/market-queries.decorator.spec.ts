import { parseTimestampRange } from './market-queries.decorator.js';

describe('parseTimestampRange', () => {
  it('is one instant for a time with a zone', () => {
    const at = Date.parse('2026-01-30T14:04:05.120Z');
    expect(parseTimestampRange('2026-01-30T15:04:05.120+01:00')).toEqual({ first: at, last: at });
  });

  it('is the whole day for a date', () => {
    expect(parseTimestampRange('2026-01-30')).toEqual({
      first: Date.parse('2026-01-30T00:00:00Z'),
      last: Date.parse('2026-01-30T23:59:59.999Z'),
    });
  });

  it.each([
    '2026-02-30',
    '2026-2-3',
    '2026-01-30T15:04:05',
    '2026-01-30 15:04:05Z',
    '2026-02-30T00:00:00Z',
    '2026-01-30T25:00:00Z',
    'infinity',
    '',
    'now',
    1769785445000,
    null,
    undefined,
    ['2026-01-30'],
  ])('is not %j', (value) => {
    expect(parseTimestampRange(value)).toBeNull();
  });
});
