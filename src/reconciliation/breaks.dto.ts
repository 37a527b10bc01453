import { Type } from 'class-transformer';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { IsCalendarDate, IsFilterId, IsSearchText, Optional } from '../http/fields.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { IsReadableText } from '../http/readable.decorator.js';

/** Filters of the break list. Filters are combined with AND. */
export class BreakQuestion extends PagingQuery {
  /** Breaks of this account. */
  @IsFilterId()
  acct_id?: number;

  /** Only open or only closed breaks. */
  @Optional()
  @IsIn(['Open', 'Closed'])
  status?: 'Open' | 'Closed';

  /**
   * Breaks of lists of this date.
   * @example "2026-01-30"
   */
  @Optional()
  @IsCalendarDate()
  as_of?: string;

  /**
   * Part of the account name, or the account number; for administrators also part of the owner's email or name.
   * @example "ada"
   */
  @IsSearchText()
  account?: string;

  /**
   * Breaks opened at least this many days ago.
   * @example 7
   */
  @Optional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(36_500)
  older_than_days?: number;

  /** Breaks in this instrument. */
  @IsFilterId()
  instrument_id?: number;
}

/** Validates the one-line text of a note on a break. */
export const IsBreakNote = (): PropertyDecorator => IsReadableText(500);

/** A new note on a break. */
export class NewBreakNote {
  /**
   * The reason for the difference, or the action taken, in one line of at most 500 characters.
   * @example "Trade 4711 was reported a day late."
   */
  @IsBreakNote()
  text!: string;
}
