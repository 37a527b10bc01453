import { SessionCalendar } from './session-calendar.js';
import { isTimeZone } from './time-zone.js';

const globex = {
  timezone: 'America/Chicago',
  startTimes: [1020, 2460, 3900, 5340, 6780],
  endTimes: [2400, 3840, 5280, 6720, 8160],
  overrides: [
    { date: '2026-11-26', name: 'Thanksgiving', endTime: 720 },
    { date: '2026-11-27', name: 'After Thanksgiving', endTime: 735 },
    { date: '2026-12-25', name: 'Christmas', endTime: null },
  ],
};
const chicago = new SessionCalendar(globex);
const parseInstant = (text: string): number => Date.parse(text);
const formatInstant = (instant: number): string => new Date(instant).toISOString();
const createAllDayCalendar = (timezone: string) =>
  new SessionCalendar({
    timezone,
    startTimes: [0, 1, 2, 3, 4, 5, 6].map((day) => day * 1440),
    endTimes: [1, 2, 3, 4, 5, 6, 7].map((day) => day * 1440),
    overrides: [],
  });

describe('SessionCalendar', () => {
  it.each([
    ['Sunday 17:00 belongs to Monday', '2026-11-15T17:00:00-06:00', '2026-11-16', true],
    ['a moment before it is closed, and counts for it', '2026-11-15T16:59:59.999-06:00', '2026-11-16', false],
    ['the last moment of Monday', '2026-11-16T15:59:59.999-06:00', '2026-11-16', true],
    ['the break belongs to the next day', '2026-11-16T16:00:00-06:00', '2026-11-17', false],
    ['Friday evening belongs to Monday', '2026-11-20T16:00:00-06:00', '2026-11-23', false],
    ['an early close ends its session', '2026-11-26T12:00:00-06:00', '2026-11-27', false],
    ['and the evening after it is as ever', '2026-11-26T17:00:00-06:00', '2026-11-27', true],
    ['on a holiday there is no session', '2026-12-24T18:00:00-06:00', '2026-12-28', false],
  ])('%s', (_what, instant, date, isOpen) => {
    expect([chicago.findSessionDate(parseInstant(instant)), chicago.isOpenAt(parseInstant(instant))]).toEqual([
      date,
      isOpen,
    ]);
  });

  it('returns the next open and close', () => {
    expect(formatInstant(chicago.findNextOpen(parseInstant('2026-11-20T12:00:00-06:00')))).toBe(
      '2026-11-22T23:00:00.000Z',
    );
    expect(formatInstant(chicago.findNextClose(parseInstant('2026-11-20T12:00:00-06:00')))).toBe(
      '2026-11-20T22:00:00.000Z',
    );
    expect(formatInstant(chicago.findNextOpen(parseInstant('2026-11-22T23:00:00Z')))).toBe('2026-11-23T23:00:00.000Z');
    expect(formatInstant(chicago.findNextClose(parseInstant('2026-12-24T23:00:00Z')))).toBe('2026-12-28T22:00:00.000Z');
  });

  it('closes a date with its last session, and knows dates without one', () => {
    const tokyo = new SessionCalendar({
      timezone: 'Asia/Tokyo',
      startTimes: [1980, 2190],
      endTimes: [2130, 2370],
      overrides: [],
    });

    expect(formatInstant(tokyo.findClose('2026-11-16') ?? 0)).toBe('2026-11-16T06:30:00.000Z');
    expect([tokyo.findClose('2026-11-17'), chicago.findClose('2026-11-21'), chicago.findClose('2026-12-25')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(formatInstant(chicago.findClose('2026-11-27') ?? 0)).toBe('2026-11-27T18:15:00.000Z');
  });

  it('returns the last closed date, also after holidays and during a session', () => {
    const before = (moment: string) => chicago.findPreviousDate(parseInstant(moment));
    expect([
      before('2026-11-20T15:59:59.999-06:00'),
      before('2026-11-20T16:00:00-06:00'),
      before('2026-11-22T20:00:00-06:00'),
    ]).toEqual(['2026-11-19', '2026-11-20', '2026-11-20']);
    expect([
      before('2026-12-28T12:00:00-06:00'),
      before('2026-11-27T12:14:59-06:00'),
      before('2026-11-27T12:15:00-06:00'),
    ]).toEqual(['2026-12-24', '2026-11-26', '2026-11-27']);
    const always = { ...globex, overrides: [] };
    expect(
      new SessionCalendar({ ...always, startTimes: [1020], endTimes: [2400] }).findPreviousDate(
        parseInstant('2026-11-20T12:00:00-06:00'),
      ),
    ).toBe('2026-11-16');
  });

  it('counts the sessions between two instants, including shortened ones', () => {
    const dates = (from: string, until: string) =>
      chicago.listSessions(parseInstant(from), parseInstant(until)).map(({ date }) => date);

    expect(dates('2026-11-20T12:00:00-06:00', '2026-11-23T17:00:00-06:00')).toEqual(['2026-11-20', '2026-11-23']);
    expect(dates('2026-11-20T12:00:00-06:00', '2026-11-23T17:00:00.001-06:00')).toEqual([
      '2026-11-20',
      '2026-11-23',
      '2026-11-24',
    ]);
    expect(dates('2026-11-20T16:00:00-06:00', '2026-11-22T17:00:00-06:00')).toEqual([]);
    expect(dates('2026-12-24T16:00:00-06:00', '2026-12-27T17:00:00-06:00')).toEqual([]);
  });

  it('has the right length in nights with a clock change', () => {
    const berlin = createAllDayCalendar('Europe/Berlin');
    const hours = (date: string) =>
      berlin
        .listSessions(0, parseInstant('2027-01-01'))
        .flatMap((session) => (session.date === date ? [(session.closesAt - session.opensAt) / 3_600_000] : []));

    expect([hours('2026-03-28'), hours('2026-03-29'), hours('2026-10-25')]).toEqual([[24], [23], [25]]);
  });

  it('moves a skipped start to the change, and takes the first of two', () => {
    const at230 = new SessionCalendar({ timezone: 'Europe/Berlin', startTimes: [150], endTimes: [240], overrides: [] });

    expect(formatInstant(at230.findSession(parseInstant('2026-03-28T12:00:00Z')).opensAt)).toBe(
      '2026-03-29T01:00:00.000Z',
    );
    expect(formatInstant(at230.findSession(parseInstant('2026-10-24T12:00:00Z')).opensAt)).toBe(
      '2026-10-25T00:30:00.000Z',
    );
    expect(formatInstant(at230.findSession(parseInstant('2026-10-24T12:00:00Z')).closesAt)).toBe(
      '2026-10-25T03:00:00.000Z',
    );
  });

  it('has no session within the gap', () => {
    const inTheGap = new SessionCalendar({
      timezone: 'Europe/Berlin',
      startTimes: [130],
      endTimes: [170],
      overrides: [],
    });

    expect(inTheGap.findClose('2026-03-29')).toBeNull();
    expect(inTheGap.findClose('2026-03-22')).not.toBeNull();
  });

  it('skips 30 December 2011 in Samoa', () => {
    const dates = createAllDayCalendar('Pacific/Apia')
      .listSessions(parseInstant('2011-12-29T10:00:00Z'), parseInstant('2012-01-01T10:00:00Z'))
      .map(({ date }) => date);

    expect(dates).toEqual(['2011-12-29', '2011-12-31', '2012-01-01']);
  });

  it('never closes an uninterrupted calendar', () => {
    const always = new SessionCalendar({
      timezone: 'Australia/Lord_Howe',
      startTimes: [600],
      endTimes: [10_680],
      overrides: [],
    });
    const sessions = always.listSessions(parseInstant('2020-01-01'), parseInstant('2026-01-01'));

    expect(sessions).toHaveLength(314);
    expect(sessions.every(({ opensAt }, index) => index === 0 || opensAt === sessions[index - 1]?.closesAt)).toBe(true);
  });

  it('finds the next session behind any number of holidays', () => {
    const overrides = Array.from({ length: 1000 }, (_, day) => ({
      date: new Date(parseInstant('2026-01-01') + day * 86_400_000).toISOString().slice(0, 10),
      name: 'Closed',
      endTime: null,
    }));

    expect(new SessionCalendar({ ...globex, overrides }).findSessionDate(parseInstant('2026-01-02T12:00:00Z'))).toBe(
      '2028-09-27',
    );
  });

  it.each([
    [{ timezone: 'Europe/Atlantis' }, 'there is no time zone called Europe/Atlantis'],
    [{ endTimes: [2400] }, 'every session has one start and one end'],
    [
      { overrides: [{ date: '2026-02-30', name: '', endTime: null }] },
      'every override has a date that exists, written YYYY-MM-DD',
    ],
  ])('is not made of %j', (wrong, fault) => {
    expect(() => new SessionCalendar({ ...globex, ...wrong })).toThrow(new RangeError(fault));
  });
});

describe('time zone', () => {
  it.each([
    'UTC',
    'America/Chicago',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Etc/GMT+5',
    '+01:00',
    'EST',
    'europe/berlin',
    'Europe/Atlantis',
    '',
    7,
  ])('called %j is one or not', (name) => {
    expect(isTimeZone(name)).toBe(typeof name === 'string' && /^(?:UTC|America\/.*|Asia\/.*)$/.test(name));
  });
});
