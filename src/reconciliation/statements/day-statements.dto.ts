import { IsMarketMakerChoice, type MarketMakerChoice } from '../../accounts/market-maker-choice.js';
import { IsCalendarDate, IsSearchText, Optional } from '../../http/fields.decorator.js';
import { PagingQuery } from '../../http/paging.dto.js';

/** The date of a statement. */
export class DailyStatementQuestion {
  /**
   * The date of the close, in the time zone of the account. Without it, the last close on a date whose sessions have all closed; for an
   * account without a close the last such date, or the date on which it was opened, if nothing was reported of it by then.
   * @example "2026-01-30"
   */
  @Optional()
  @IsCalendarDate()
  as_of?: string;
}

/** The date of the statements, and the accounts. */
export class DayStatementQuestion extends PagingQuery {
  /**
   * The date of the close. Without it, the last date whose sessions have all closed.
   * @example "2026-01-30"
   */
  @Optional()
  @IsCalendarDate()
  as_of?: string;

  /**
   * Part of the account name, or the account number; for administrators also part of the owner's email or name.
   * @example "ada"
   */
  @IsSearchText()
  account?: string;

  /**
   * Whether the list has the accounts of the sandbox's market maker. Left out, programs get them; a page for administrators that is
   * not of certain accounts has none of them.
   * @example "without"
   */
  @IsMarketMakerChoice()
  market_maker?: MarketMakerChoice;
}
