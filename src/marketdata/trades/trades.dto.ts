import { IsQueryId } from '../../http/id.decorator.js';
import { Optional } from '../../http/optional.decorator.js';
import { TimeRangeQuery } from '../../http/time-range.dto.js';
import { IsSinceId, IsSymbolName, IsBooleanText } from '../market-queries.decorator.js';

/** Which trades are asked for. All conditions must hold. */
export class ListTradesQuery extends TimeRangeQuery {
  /**
   * Those of this instrument.
   * @example 1
   */
  @Optional()
  @IsQueryId()
  instrument_id?: number;

  /**
   * Those of the instruments that have or had this symbol.
   * @example "ESZ26"
   */
  @Optional()
  @IsSymbolName()
  symbol?: string;

  /**
   * Those that came after this one; 0 is before the first.
   * @example 4500
   */
  @Optional()
  @IsSinceId()
  since_id?: number;

  /**
   * With `true`, the newest comes first, and `Link` leads to older ones.
   * @example "true"
   */
  @Optional()
  @IsBooleanText()
  newest?: 'true' | 'false';
}
