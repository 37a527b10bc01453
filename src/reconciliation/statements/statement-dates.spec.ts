import { findLastClosedDate, toLocalDate, requirePast } from './statement-dates.js';

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

  it.each([
    ['a session of today is open', [['2026-01-30', true]], '2026-01-29'],
    ['a session of today has closed', [['2026-01-30', false]], '2026-01-30'],
    ['the session of tomorrow is open', [['2026-01-31', true]], '2026-01-30'],
    ['a session of today is yet to open', [['2026-01-28', false]], '2026-01-29'],
    ['there has been no session', [[null, false]], '2026-01-29'],
    ['there is no product', [], '2026-01-30'],
    ['an old session was never closed', [['2026-01-26', true]], '2026-01-25'],
    [
      'one of two sessions is open',
      [
        ['2026-01-30', false],
        ['2026-01-29', true],
      ],
      '2026-01-28',
    ],
  ] as const)('finds the last closed date where %s', (_, sessions, date) => {
    const products = sessions.map(([sessionDate, sessionIsOpen]) => ({ sessionDate, sessionIsOpen }));

    expect(findLastClosedDate(products, '2026-01-30')).toBe(date);
  });
});
