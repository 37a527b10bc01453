import { IsIn } from 'class-validator';
import { IsCalendarDate, Optional } from '../../http/fields.decorator.js';
import { PagingQuery } from '../../http/paging.dto.js';
import { IsMoney } from '../../accounts/accounts.dto.js';

/** The value of an account at the close of a date, as reported by the back office. */
export class NewMoneyValues {
  /**
   * The cash balance, in the account currency.
   * @example 1000000
   */
  @IsMoney()
  cash_balance!: number | string;

  /**
   * The net liquidation value, in the account currency.
   * @example 1000250.5
   */
  @IsMoney()
  net_liq!: number | string;

  /**
   * The date of the close: not later than today in the account's time zone.
   * @example "2026-01-30"
   */
  @IsCalendarDate()
  as_of!: string;
}

/** Filters of the money value list. */
export class MoneyValueQuestion extends PagingQuery {
  /**
   * Values of this date.
   * @example "2026-01-30"
   */
  @Optional()
  @IsCalendarDate()
  as_of?: string;

  /**
   * Values of this date and later.
   * @example "2026-01-01"
   */
  @Optional()
  @IsCalendarDate()
  from?: string;

  /**
   * Values of this date and earlier.
   * @example "2026-01-31"
   */
  @Optional()
  @IsCalendarDate()
  to?: string;

  /** Only the latest version of each date, or all versions. */
  @IsIn(['latest', 'all'])
  versions: 'latest' | 'all' = 'latest';

  /** `asc` lists in the order of posting, `desc` lists the latest first. */
  @IsIn(['asc', 'desc'])
  order: 'asc' | 'desc' = 'asc';
}
