import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { MarketMakerFilterService } from '../../accounts/market-maker-filter.service.js';
import { isForBrowser } from '../../http/accept.js';
import { toListRange, toPage } from '../../http/paging.js';
import { CsvDownload, HtmlFormErrors, HtmlPage } from '../../http/route-options.decorator.js';
import { DayStatementQuestion } from './day-statements.dto.js';
import { dayStatementsPage, rejectedDayPage } from './day-statements.page.js';
import { DayStatementsService } from './day-statements.service.js';
import { DAY_STATEMENT_COLUMNS, type DayStatementsView, toDayStatementView } from './daily-statement.view.js';

@Controller('accounts/statements')
export class DayStatementsController {
  constructor(
    private readonly statements: DayStatementsService,
    private readonly marketMaker: MarketMakerFilterService,
  ) {}

  /**
   * Lists the values of all accounts at the close of a date.
   *
   * For each account that the caller may view the cash balance, the net liquidation value and the P&L of the day, as its statement of
   * that date has them, and its open breaks. Accounts that were opened later are left out. `Link` has the next page.
   */
  @Get()
  @HtmlPage(dayStatementsPage, { allowEmptyQuery: true })
  @HtmlFormErrors(rejectedDayPage)
  @CsvDownload(DAY_STATEMENT_COLUMNS)
  async listDayStatements(
    @CurrentActor() actor: Actor,
    @Query() query: DayStatementQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DayStatementsView> {
    const { as_of: date, account: containing, market_maker: choice } = query;
    const question = { choice, isForBrowser: isForBrowser(reply.request), isNarrowed: containing !== undefined };
    const { leftOut, offered } = await this.marketMaker.find(actor, question);
    const { asOf, isToday, statements } = await this.statements.list(actor, {
      ...{ ...toListRange(query), asOf: date },
      ...{ containing, leftOut },
    });
    const views = toPage(statements, query, { reply, getId: ({ acctId }) => acctId }).map(toDayStatementView);
    return Object.assign(views, { asOf, isToday, marketMaker: offered });
  }
}
