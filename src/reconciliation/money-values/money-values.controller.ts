import { Body, Controller, Get, Post, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { PathId } from '../../http/fields.decorator.js';
import { respondsWithPage } from '../../http/accept.js';
import { toListRange, toPage } from '../../http/paging.js';
import { CsvDownload, HtmlPage } from '../../http/route-options.decorator.js';
import {
  toCurvePointView,
  type DrawnMoneyValues,
  MONEY_VALUE_COLUMNS,
  type MoneyValueView,
  toMoneyValueView,
} from './money-value.view.js';
import { MoneyValueQuestion, NewMoneyValues } from './money-values.dto.js';
import { moneyValuesPage } from './money-values.page.js';
import { MoneyValuesService } from './money-values.service.js';
import { AccountReadGuard } from '../../accounts/account.guard.js';
import { StatementPostGuard } from '../statement.guard.js';

@Controller('accounts/:acct_id/moneyvals')
export class MoneyValuesController {
  constructor(private readonly money: MoneyValuesService) {}

  /**
   * Lists the money values of an account.
   *
   * In the order in which they were posted, or the latest first. Lists the latest version of each date; `versions=all` also lists
   * corrected versions. `Link` has the next page.
   *
   * @param acctId The number of the account.
   */
  @Get()
  @UseGuards(AccountReadGuard)
  @HtmlPage(moneyValuesPage, { allowEmptyQuery: true })
  @CsvDownload(MONEY_VALUE_COLUMNS)
  async listMoneyValues(
    @PathId('acct_id') acctId: number,
    @Query() query: MoneyValueQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MoneyValueView[]> {
    const { as_of: asOf, from, to, versions, order } = query;
    const found = await this.money.list(acctId, { ...toListRange(query), asOf, from, to, versions, order });
    const rows = toPage(found, query, { reply, getId: ({ value }) => value.seq });
    const values: DrawnMoneyValues = rows.map(toMoneyValueView);
    if (respondsWithPage(reply.request))
      values.curve = (await this.money.listCurve(acctId, { from, to })).map(toCurvePointView);
    return values;
  }

  /**
   * Posts the value of an account at the close of a date.
   *
   * For administrators; in the sandbox also for the owner of the account. Earlier values of the same date are kept as earlier
   * versions. Current values are counted from the latest date.
   *
   * @param acctId The number of the account.
   * @answer 200 The latest values of the date are the same: they are returned, with `Idempotent-Replayed: true`.
   */
  @Post()
  @UseGuards(AccountReadGuard, StatementPostGuard)
  async postMoneyValue(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @Body() body: NewMoneyValues,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MoneyValueView> {
    const { isRepeated, ...stated } = await this.money.post(actor, acctId, body);
    if (isRepeated) reply.status(200).header('idempotent-replayed', 'true');
    return toMoneyValueView(stated);
  }
}
