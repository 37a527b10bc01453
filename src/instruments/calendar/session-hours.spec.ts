import { checkOverrides, checkSessionWeek } from './session-hours.js';

describe('weekly hours', () => {
  it.each([
    ['one session', [540], [1020]],
    ['five sessions with a break each', [1020, 2460, 3900, 5340, 6780], [2400, 3840, 5280, 6720, 8160]],
    ['sessions that follow each other without a break', [0, 1440], [1440, 2880]],
    ['a session that runs over Saturday midnight', [1020, 9660], [1440, 11_100]],
    ['a week without an end', [600], [10_680]],
  ])('may be %s', (_what, starts, ends) => {
    expect(checkSessionWeek(starts, ends)).toBeNull();
  });

  it.each([
    ['nothing', [], [], 'a week has 1 to 100 sessions'],
    [
      'too much',
      Array.from({ length: 101 }, (_, n) => n * 10),
      Array.from({ length: 101 }, (_, n) => n * 10 + 5),
      'a week has 1 to 100 sessions',
    ],
    ['no list', 1020, [2400], 'session times are whole minutes since Sunday 00:00'],
    ['parts of a minute', [0.5], [10], 'session times are whole minutes since Sunday 00:00'],
    ['times before the week', [-60], [10], 'session times are whole minutes since Sunday 00:00'],
    ['a start without an end', [60, 600], [120], 'every session has one start and one end'],
    ['a session of no length', [60], [60], 'the session that starts at 60 ends before it has begun'],
    ['a session backwards', [600], [60], 'the session that starts at 600 ends before it has begun'],
    ['a start out of the week', [10_080], [10_140], 'a week ends at minute 10080: no session starts at 10080'],
    ['sessions out of order', [600, 60], [700, 120], 'sessions stand in the order of their starts'],
    ['sessions that overlap', [60, 110], [120, 200], 'the session that starts at 60 ends after the next one has begun'],
    [
      'a last session that runs into the first',
      [60, 9000],
      [120, 10_141],
      'the session that starts at 9000 ends after the next one has begun',
    ],
    ['a session longer than a week', [60], [10_141], 'the session that starts at 60 ends after the next one has begun'],
  ])('may not be %s', (_what, starts, ends, fault) => {
    expect(checkSessionWeek(starts, ends)).toBe(fault);
  });
});

describe('overrides', () => {
  const holiday = { date: '2026-12-25', name: 'Christmas', endTime: null };

  it('can be holidays and early closes', () => {
    expect(checkOverrides([{ date: '2026-11-27', name: 'After Thanksgiving', endTime: 795 }, holiday])).toBeNull();
  });

  it.each([
    [
      'on a day that is not there',
      [{ ...holiday, date: '2026-02-29' }],
      'every override has a date that exists, written YYYY-MM-DD',
    ],
    ['twice on one date', [holiday, holiday], 'overrides stand in the order of their dates, each date once'],
    [
      'out of order',
      [holiday, { ...holiday, date: '2026-01-01' }],
      'overrides stand in the order of their dates, each date once',
    ],
    ['at midnight', [{ ...holiday, endTime: 0 }], 'an early close is a minute of its day, 1 to 1440'],
    ['after midnight', [{ ...holiday, endTime: 1441 }], 'an early close is a minute of its day, 1 to 1440'],
    ['more than a thousand', Array.from({ length: 1001 }, () => holiday), 'there are at most 1000 overrides'],
  ])('may not be %s', (_what, overrides, fault) => {
    expect(checkOverrides(overrides)).toBe(fault);
  });
});
