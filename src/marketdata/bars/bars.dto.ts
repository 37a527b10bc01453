import { IsIn } from 'class-validator';
import { IsQueryId } from '../../http/id.decorator.js';
import { Optional } from '../../http/optional.decorator.js';
import { PagingQuery } from '../../http/paging.dto.js';
import { IsTimestampOrDate, IsBooleanText } from '../market-queries.decorator.js';
import { type BarInterval, BAR_INTERVALS } from './bar.js';

/** Which bars are asked for. */
export class ListBarsQuery extends PagingQuery {
  /**
   * Those of this instrument.
   * @example 1
   */
  @IsQueryId()
  instrument_id!: number;

  /**
   * How long a bar is. `1m`, `5m` and `1h` are stretches of UTC, `1d` is a session.
   * @example "5m"
   */
  @IsIn(BAR_INTERVALS)
  interval!: BarInterval;

  /**
   * Bars that begin then or later: a moment with its zone, or a date, whose beginning it is.
   * @example "2026-01-30"
   */
  @Optional()
  @IsTimestampOrDate()
  from?: string;

  /**
   * Bars that begin then or earlier: a moment with its zone, or a date, whose end it is.
   * @example "2026-01-30"
   */
  @Optional()
  @IsTimestampOrDate()
  to?: string;

  /**
   * With `true`, the newest bar comes first, and `Link` leads to older ones.
   * @example "true"
   */
  @Optional()
  @IsBooleanText()
  newest?: 'true' | 'false';
}
