import type { FieldParser } from '../http/form-body.js';
import { parseHolidays, parseSessionHours } from './session-hours-text.js';

/** Text that cannot be parsed stays text, and the endpoint refuses it. */
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

/** Of a group the calendar is replaced as a whole; a product has hours of its own, or those of its group. */
export const groupCalendarFields = { hours: createHoursParser('session_calendar.'), holidays: parseHolidaysField };
export const productHoursFields = { hours: createHoursParser('') };
