import { ArrayMaxSize } from 'class-validator';
import { IsFilterId, IsSearchText, IsSort } from '../../http/fields.decorator.js';
import { PairPagingQuery } from '../../http/paging.dto.js';
import type { Sort } from '../../database/sorting.js';
import { IsMarketMakerChoice, type MarketMakerChoice } from '../market-maker-choice.js';
import { POSITION_SORT_FIELDS, type PositionSortField } from './live-position.js';

/** Filters and order of the position list. Filters are combined with AND. */
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

  /**
   * Whether the list has the accounts of the sandbox's market maker. Left out, programs get them; a page for administrators that is
   * not of certain accounts has none of them.
   * @example "without"
   */
  @IsMarketMakerChoice()
  market_maker?: MarketMakerChoice;

  /**
   * Sorted by this field: from its least value or, with `-` before it, from its greatest. Positions without a value come last.
   * A cursor then continues at a number of rows, so a position that moves between two pages can be missing or come twice.
   * @example "-unrealised_pnl"
   */
  @IsSort(POSITION_SORT_FIELDS)
  sort?: Sort<PositionSortField>;
}
