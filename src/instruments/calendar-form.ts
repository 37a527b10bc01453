import type { FieldParser } from '../pages/form-body.js';
import { parseHolidays, parseSessionHours } from './session-hours-text.js';

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
