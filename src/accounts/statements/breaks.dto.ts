import { IsIn } from 'class-validator';
import { IsCalendarDate } from '../../http/calendar-date.decorator.js';
import { IsQueryId } from '../../http/id.decorator.js';
import { Optional } from '../../http/optional.decorator.js';
import { Paging } from '../../http/paging.dto.js';

/** Which breaks are asked for. All conditions must hold. */
export class BreakQuestion extends Paging {
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

  /** Those of one instrument. */
  @Optional()
  @IsQueryId()
  instrument_id?: number;
}
