import { ArrayMaxSize } from 'class-validator';
import { IsFilterId, IsSearchText } from '../../http/fields.decorator.js';
import { PairPagingQuery } from '../../http/paging.dto.js';

/** Filters of the position list. Filters are combined with AND. */
export class PositionQuestion extends PairPagingQuery {
  /**
   * Positions of this account, or of any of several accounts.
   * @example [7]
   */
  @IsFilterId({ each: true })
  @ArrayMaxSize(200)
  acct_id?: number[];

  /**
   * Part of the account name, or the account number; for administrators also part of the owner's email or name.
   * @example "ada"
   */
  @IsSearchText()
  account?: string;

  /**
   * Positions in this instrument, or in any of several instruments.
   * @example [1]
   */
  @IsFilterId({ each: true })
  @ArrayMaxSize(200)
  instrument_id?: number[];
}
