import { ArrayMaxSize } from 'class-validator';
import { IsQueryId } from '../../http/id.decorator.js';
import { Optional } from '../../http/optional.decorator.js';
import { PairPagingQuery } from '../../http/paging.dto.js';

/** Which positions are asked for. All conditions must hold. */
export class PositionQuestion extends PairPagingQuery {
  /**
   * Those of this account, or of one of several.
   * @example [7]
   */
  @Optional()
  @IsQueryId({ each: true })
  @ArrayMaxSize(200)
  acct_id?: number[];

  /**
   * Those in this instrument, or in one of several.
   * @example [1]
   */
  @Optional()
  @IsQueryId({ each: true })
  @ArrayMaxSize(200)
  instrument_id?: number[];
}
