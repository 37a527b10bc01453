import { IsFilterId, Optional } from '../../http/fields.decorator.js';
import { TimeRangeQuery } from '../../http/paging.dto.js';
import { IsSinceId, IsSymbolName, IsBooleanText } from '../market-queries.decorator.js';

/** Filters of the trade list. Filters are combined with AND. */
export class ListTradesQuery extends TimeRangeQuery {
  /**
   * Trades of this instrument.
   * @example 1
   */
  @IsFilterId()
  instrument_id?: number;

  /**
   * Trades of instruments that have or had this symbol.
   * @example "ESZ26"
   */
  @Optional()
  @IsSymbolName()
  symbol?: string;

  /**
   * Trades after this one; 0 is the beginning.
   * @example 4500
   */
  @Optional()
  @IsSinceId()
  since_id?: number;

  /**
   * With `true`, newest first, and `Link` has older trades.
   * @example "true"
   */
  @Optional()
  @IsBooleanText()
  newest?: 'true' | 'false';
}
