import type { Words } from '../http/form-body.js';
import { holidaysFromWords, hoursFromWords } from './hours-in-words.js';

/** What cannot be read stays text, and the door refuses it. */
const hours =
  (prefix: string): Words =>
  (text) => {
    const found = hoursFromWords(text);
    const [starts, ends] = 'read' in found ? [found.read.starts, found.read.ends] : [text, text];
    return { [`${prefix}session_start_times`]: starts, [`${prefix}session_end_times`]: ends };
  };

const holidays: Words = (text) => {
  const found = holidaysFromWords(text);
  const overrides =
    'read' in found
      ? found.read.map(({ date, name, endTime }) => ({
          date,
          name,
          ...(endTime !== null && { ['end_time']: endTime }),
        }))
      : text;
  return { 'session_calendar.overrides': overrides };
};

/** Of a group the calendar is replaced as a whole; a product has hours of its own, or those of its group. */
export const groupCalendar = { hours: hours('session_calendar.'), holidays };
export const productHours = { hours: hours('') };
