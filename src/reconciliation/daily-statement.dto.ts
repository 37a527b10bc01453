import { IsCalendarDate, Optional } from '../http/fields.decorator.js';

/** The date of a statement. */
export class DailyStatementQuestion {
  /**
   * The date of the close, in the time zone of the account. Without it, the last close on a date whose sessions have all closed.
   * @example "2026-01-30"
   */
  @Optional()
  @IsCalendarDate()
  as_of?: string;
}
