import { toLocalDate, requirePast } from './statement-dates.js';

describe('statement dates', () => {
  const lateInLondon = Date.parse('2026-01-30T23:30:00Z');

  it.each([
    ['UTC', '2026-01-30'],
    ['Asia/Tokyo', '2026-01-31'],
    ['America/Chicago', '2026-01-30'],
    ['Pacific/Kiritimati', '2026-01-31'],
  ])('returns the local date in %s: %s', (timeZone, date) => {
    expect(toLocalDate(timeZone, lateInLondon)).toBe(date);
  });

  it('accepts today and rejects tomorrow in the account time zone', () => {
    expect(() => requirePast('2026-01-31', 'Asia/Tokyo', lateInLondon)).not.toThrow();
    expect(() => requirePast('2026-01-31', 'UTC', lateInLondon)).toThrow('today is 2026-01-30');
  });

  it('returns the local date on both sides of midnight when daylight saving time starts', () => {
    expect([
      toLocalDate('Europe/Berlin', Date.parse('2026-03-28T22:59:59Z')),
      toLocalDate('Europe/Berlin', Date.parse('2026-03-28T23:00:00Z')),
      toLocalDate('Europe/Berlin', Date.parse('2026-03-29T21:59:59Z')),
      toLocalDate('Europe/Berlin', Date.parse('2026-03-29T22:00:00Z')),
    ]).toEqual(['2026-03-28', '2026-03-29', '2026-03-29', '2026-03-30']);
  });
});
