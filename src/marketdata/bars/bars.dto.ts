import { IsIn } from 'class-validator';
import { IsQueryId, Optional } from '../../http/fields.decorator.js';
import { PagingQuery } from '../../http/paging.dto.js';
import { IsTimestampOrDate, IsBooleanText } from '../market-queries.decorator.js';
import { type BarInterval, BAR_INTERVALS } from './bar.js';

/** Which bars are asked for. */
export class ListBarsQuery extends PagingQuery {
  /**
   * Bars of this instrument.
   * @example 1
   */
  @IsQueryId()
  instrument_id!: number;

  /**
   * The interval of a bar. Minutes and hours are intervals of UTC, `1d` is a session, and `1w` has the sessions from Monday to
   * Sunday.
   * @example "5m"
   */
  @IsIn(BAR_INTERVALS)
  interval!: BarInterval;

  /**
   * Bars that start at this time or later. A date means its start.
   * @example "2026-01-30"
   */
  @Optional()
  @IsTimestampOrDate()
  from?: string;

  /**
   * Bars that start at this time or earlier. A date means its end.
   * @example "2026-01-30"
   */
  @Optional()
  @IsTimestampOrDate()
  to?: string;

  /**
   * With `true`, newest first, and `Link` has older bars.
   * @example "true"
   */
  @Optional()
  @IsBooleanText()
  newest?: 'true' | 'false';
}
