import { parseHolidays, formatHolidays, parseSessionHours, formatSessionHours } from './session-hours-text.js';

const globex = { starts: [1020, 2460, 3900, 5340, 6780], ends: [2400, 3840, 5280, 6720, 8160] };

describe('weekly hours as text', () => {
  it('survive a round trip as a timetable', () => {
    expect(formatSessionHours(globex).split('\n')[0]).toBe('Sunday 17:00 – Monday 16:00');
    expect(parseSessionHours(formatSessionHours(globex))).toEqual({ read: globex });
  });

  it.each([
    ['Mon 09:30 - Mon 16:00', 2010, 2400],
    ['monday 9:30 to 16:00', 2010, 2400],
    ['Monday 17:00 – 16:00', 2460, 3840],
    ['Sat 22:00 – Sun 04:00', 10_000 - 40, 10_000 + 320],
    ['Friday 17:00 until 24:00', 8220, 8640],
    ['Sun 00:00 – Sat 24:00', 0, 10_080],
  ])('%s', (line, start, end) => {
    expect(parseSessionHours(line)).toEqual({ read: { starts: [start], ends: [end] } });
  });

  it('write midnight as the end of its day', () => {
    expect(formatSessionHours({ starts: [0], ends: [10_080] })).toBe('Sunday 00:00 – Saturday 24:00');
  });

  it.each([
    'Sonday 17:00 – Monday 16:00',
    'Monday 25:00 – 26:00',
    'Monday 9:60 – 16:00',
    'Monday',
    '17:00 – 16:00',
    'Monday 24:01 – 25:00',
  ])('cannot be made of %s', (line) => {
    expect(parseSessionHours(`Sun 17:00 – Mon 16:00\n\n${line}`)).toEqual({ unreadable: line });
  });

  it('may be empty', () => {
    expect([parseSessionHours(' \n'), parseHolidays('')]).toEqual([{ read: { starts: [], ends: [] } }, { read: [] }]);
  });
});

describe('holidays as text', () => {
  const holidays = [
    { date: '2026-11-27', name: 'Day after Thanksgiving', endTime: 735 },
    { date: '2026-12-25', name: 'Christmas', endTime: null },
  ];

  it('have one date per line and survive a round trip', () => {
    expect(formatHolidays(holidays)).toBe('2026-11-27 until 12:15 Day after Thanksgiving\n2026-12-25 Christmas');
    expect(parseHolidays(formatHolidays(holidays.toReversed()))).toEqual({ read: holidays });
  });

  it.each(['Christmas', '25.12.2026 Christmas', '2026-12-25', '2026-12-25 until 25:00 Late'])('reject %s', (line) => {
    expect(parseHolidays(line)).toEqual({ unreadable: line });
  });
});
