import { Type } from 'class-transformer';
import { IsIn, IsInt, IsString, Length, Max, Min } from 'class-validator';
import { IsCalendarDate } from '../../http/calendar-date.decorator.js';
import { IsQueryId } from '../../http/id.decorator.js';
import { Optional } from '../../http/optional.decorator.js';
import { PagingQuery } from '../../http/paging.dto.js';
import { IsReadable } from '../../http/readable.decorator.js';
import { Trim } from '../../http/trim.decorator.js';
import { IsSought } from '../sought.decorator.js';

/** Which breaks are asked for. All conditions must hold. */
export class BreakQuestion extends PagingQuery {
  /** Those of one account. */
  @Optional()
  @IsQueryId()
  acct_id?: number;

  /** Those that are open, or those that were closed. */
  @Optional()
  @IsIn(['Open', 'Closed'])
  status?: 'Open' | 'Closed';

  /**
   * Those of lists of one date.
   * @example "2026-01-30"
   */
  @Optional()
  @IsCalendarDate()
  as_of?: string;

  /**
   * Those of accounts in whose name this stands, or whose number it is; for administrators also in the email or name of whose owner.
   * @example "ada"
   */
  @IsSought()
  account?: string;

  /**
   * Those that were opened at least so many days ago.
   * @example 7
   */
  @Optional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(36_500)
  older_than_days?: number;

  /** Those of one instrument. */
  @Optional()
  @IsQueryId()
  instrument_id?: number;
}

/** A text of one line that is kept with a break. */
export const IsBreakNote = (): PropertyDecorator => (target, property) => {
  for (const rule of [Trim(), IsString(), Length(1, 500), IsReadable()]) rule(target, property);
};

/** What somebody writes down about a break. */
export class NewBreakNote {
  /**
   * Why the two sides differ, or what was done about it, in one line.
   * @example "Trade 4711 was reported a day late."
   */
  @IsBreakNote()
  text!: string;
}
