import { dateIn, requirePast } from './statement-dates.js';

describe('the date of a statement', () => {
  const lateInLondon = Date.parse('2026-01-30T23:30:00Z');

  it.each([
    ['UTC', '2026-01-30'],
    ['Asia/Tokyo', '2026-01-31'],
    ['America/Chicago', '2026-01-30'],
    ['Pacific/Kiritimati', '2026-01-31'],
  ])('is that of the clocks in %s', (timeZone, date) => {
    expect(dateIn(timeZone, lateInLondon)).toBe(date);
  });

  it('may be today, and not tomorrow, where the account is', () => {
    expect(() => requirePast('2026-01-31', 'Asia/Tokyo', lateInLondon)).not.toThrow();
    expect(() => requirePast('2026-01-31', 'UTC', lateInLondon)).toThrow('today is 2026-01-30');
  });

  it('is right on both sides of midnight in the night when clocks are changed', () => {
    expect([
      dateIn('Europe/Berlin', Date.parse('2026-03-28T22:59:59Z')),
      dateIn('Europe/Berlin', Date.parse('2026-03-28T23:00:00Z')),
      dateIn('Europe/Berlin', Date.parse('2026-03-29T21:59:59Z')),
      dateIn('Europe/Berlin', Date.parse('2026-03-29T22:00:00Z')),
    ]).toEqual(['2026-03-28', '2026-03-29', '2026-03-29', '2026-03-30']);
  });
});
