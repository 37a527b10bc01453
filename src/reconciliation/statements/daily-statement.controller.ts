import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { AccountReadGuard } from '../../accounts/account.guard.js';
import { PathId } from '../../http/fields.decorator.js';
import { CsvOfField, HtmlFormErrors, HtmlPage } from '../../http/route-options.decorator.js';
import { dailyStatementPage, rejectedStatementPage } from './daily-statement.page.js';
import { DailyStatementService } from './daily-statement.service.js';
import { DAILY_STATEMENT_COLUMNS, type DailyStatementView, toDailyStatementView } from './daily-statement.view.js';
import { DailyStatementQuestion } from './day-statements.dto.js';

@Controller('accounts/:acct_id/statement')
export class DailyStatementController {
  constructor(private readonly statements: DailyStatementService) {}

  /**
   * Shows an account at the close of a date.
   *
   * Positions, cash balance, net liquidation value and P&L as they were at the last close up to that date, beside what the back
   * office reported for it. Later corrections of that date are included. Every position has a closing price with its source: the last
   * close of the account, else the settlement of the session, else the list of the back office. CSV has a line per position, each with
   * the cash balance and the net liquidation value of the account; without positions, one line of these.
   *
   * @param acctId The number of the account.
   */
  @Get()
  @UseGuards(AccountReadGuard)
  @HtmlPage(dailyStatementPage, { allowEmptyQuery: true })
  @HtmlFormErrors(rejectedStatementPage)
  @CsvOfField('position', DAILY_STATEMENT_COLUMNS)
  async getDailyStatement(
    @PathId('acct_id') acctId: number,
    @Query() { as_of: asOf }: DailyStatementQuestion,
  ): Promise<DailyStatementView> {
    return toDailyStatementView(await this.statements.make(acctId, asOf));
  }
}
