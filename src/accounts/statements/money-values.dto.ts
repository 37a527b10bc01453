import { IsIn } from 'class-validator';
import { IsCalendarDate } from '../../http/calendar-date.decorator.js';
import { Optional } from '../../http/optional.decorator.js';
import { PagingQuery } from '../../http/paging.dto.js';
import { IsMoney } from '../money.decorator.js';

/** What an account was worth at the close of a date, as the back office has it. */
export class NewMoneyValues {
  /** @example 1000000 */
  @IsMoney()
  cash_balance!: number | string;

  /**
   * The net liquidation value.
   * @example 1000250.5
   */
  @IsMoney()
  net_liq!: number | string;

  /**
   * The date of the close: not later than today, where the account is.
   * @example "2026-01-30"
   */
  @IsCalendarDate()
  as_of!: string;
}

/** Which money values are asked for. */
export class MoneyValueQuestion extends PagingQuery {
  /**
   * Those of one date.
   * @example "2026-01-30"
   */
  @Optional()
  @IsCalendarDate()
  as_of?: string;

  /**
   * Those of this date and later ones.
   * @example "2026-01-01"
   */
  @Optional()
  @IsCalendarDate()
  from?: string;

  /**
   * Those of this date and earlier ones.
   * @example "2026-01-31"
   */
  @Optional()
  @IsCalendarDate()
  to?: string;

  /** Of each date the latest version, or all that there were. */
  @IsIn(['latest', 'all'])
  versions: 'latest' | 'all' = 'latest';

  /** In the order in which they were posted, or the latest first. */
  @IsIn(['asc', 'desc'])
  order: 'asc' | 'desc' = 'asc';
}
