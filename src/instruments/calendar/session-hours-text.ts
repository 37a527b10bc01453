/** Hours as text: `Sunday 17:00 – Monday 16:00`, one session per line; and holidays, one date per line. */
import { DAY_MINUTES, WEEK_MINUTES } from './session-hours.js';
import type { FieldParser } from '../../pages/form-body.js';

/** Unparsable text stays text, and the endpoint rejects it. */
const createHoursParser =
  (prefix: string): FieldParser =>
  (text) => {
    const parsed = parseSessionHours(text);
    const [starts, ends] = 'read' in parsed ? [parsed.read.starts, parsed.read.ends] : [text, text];
    return { [`${prefix}session_start_times`]: starts, [`${prefix}session_end_times`]: ends };
  };

const parseHolidaysField: FieldParser = (text) => {
  const parsed = parseHolidays(text);
  const overrides =
    'read' in parsed
      ? parsed.read.map(({ date, name, endTime }) => ({
          date,
          name,
          ...(endTime !== null && { ['end_time']: endTime }),
        }))
      : text;
  return { 'session_calendar.overrides': overrides };
};

/** A group's calendar is replaced as a whole; a product has its own hours or the group's. */
export const groupCalendarFields = { hours: createHoursParser('session_calendar.'), holidays: parseHolidaysField };
export const productHoursFields = { hours: createHoursParser('') };

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** `Sunday 17:00`, out of 1020. */
export function formatWeekMinute(minute: number): string {
  return `${days[Math.floor(minute / DAY_MINUTES) % 7] ?? ''} ${formatDayMinute(minute % DAY_MINUTES)}`;
}

/** A session that ends at midnight is written with 24:00 of its day, as in timetables. */
export const formatWeekEnd = (minute: number): string =>
  minute % DAY_MINUTES === 0
    ? `${days[(Math.floor(minute / DAY_MINUTES) + 6) % 7] ?? ''} 24:00`
    : formatWeekMinute(minute);

export function formatDayMinute(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

export type WeekHours = Readonly<{ starts: readonly number[]; ends: readonly number[] }>;
export type Holiday = Readonly<{ date: string; name: string; endTime: number | null }>;

/** The parsed value, or the first line that could not be parsed. */
export type ParseResult<Value> = Readonly<{ read: Value } | { unreadable: string }>;

export const formatSessionHours = ({ starts, ends }: WeekHours): string =>
  starts.map((start, index) => `${formatWeekMinute(start)} – ${formatWeekEnd(ends[index] ?? start)}`).join('\n');

export const formatHolidays = (holidays: readonly Holiday[]): string =>
  holidays
    .map(({ date, name, endTime: end }) => `${date} ${end === null ? '' : `until ${formatDayMinute(end)} `}${name}`)
    .join('\n');

const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const DAY = '(sun|mon|tue|wed|thu|fri|sat)[a-z]*\\.?';
const TIME = '(\\d{1,2}):(\\d\\d)';
const SESSION = new RegExp(`^${DAY}\\s+${TIME}\\s*(?:-|–|—|to|until)\\s*(?:${DAY}\\s+)?${TIME}$`, 'i');

export function parseSessionHours(text: string): ParseResult<WeekHours> {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const line of splitLines(text)) {
    const session = parseSessionLine(line);
    if (session === null) return { unreadable: line };
    starts.push(session.start);
    ends.push(session.end);
  }
  return { read: { starts, ends } };
}

/** An end without a day is the first such time after the start; one with a day may be in the next week. */
function parseSessionLine(line: string): Readonly<{ start: number; end: number }> | null {
  const match = SESSION.exec(line);
  if (match === null) return null;
  const [startDay, startHour, startMinute, endDay, endHour, endMinute] = match.slice(1) as [
    string,
    string,
    string,
    string | undefined,
    string,
    string,
  ];
  const [opens, closes] = [parseMinuteOfDay(startHour, startMinute), parseMinuteOfDay(endHour, endMinute)];
  if (opens === null || closes === null) return null;
  const start = parseWeekday(startDay) * DAY_MINUTES + opens;
  const end = parseWeekday(endDay ?? startDay) * DAY_MINUTES + closes;
  return { start, end: end > start ? end : end + (endDay === undefined ? DAY_MINUTES : WEEK_MINUTES) };
}

const parseWeekday = (name: string): number =>
  days.findIndex((day) => day.toLowerCase().startsWith(name.toLowerCase()));

function parseMinuteOfDay(hours: string, minutes: string): number | null {
  const minute = Number(hours) * 60 + Number(minutes);
  return Number(minutes) > 59 || minute > DAY_MINUTES ? null : minute;
}

const HOLIDAY = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)(?:\\s+until\\s+${TIME})?\\s+(\\S.*)$`, 'i');

/** Sorted by date. */
export function parseHolidays(text: string): ParseResult<readonly Holiday[]> {
  const holidays: Holiday[] = [];
  for (const line of splitLines(text)) {
    const [, date, hours, minutes = '', name = ''] = HOLIDAY.exec(line) ?? [];
    const endTime = hours === undefined ? null : parseMinuteOfDay(hours, minutes);
    if (date === undefined || (hours !== undefined && endTime === null)) return { unreadable: line };
    holidays.push({ date, name, endTime });
  }
  return { read: holidays.sort((one, other) => (one.date < other.date ? -1 : 1)) };
}
