import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { getsPage } from '../http/accept.js';
import { timeSpanOf } from '../http/time-range.dto.js';
import { AlsoCsv, AskedByForm, AsksForAccount, RowsOnPage, ShownBy } from '../http/shown-by.decorator.js';
import { FILL_COLUMNS, type FillView, fillView } from './fill.view.js';
import { fillIdOf } from './fill-id.js';
import { FillsService } from './fills.service.js';
import { fillsPage } from './fills.page.js';
import { FillQuestion } from './order-questions.dto.js';
import { pageOf, spanOf } from './pages.js';

@Controller('fills')
export class FillsController {
  constructor(private readonly fills: FillsService) {}

  /**
   * Lists what orders got, on the accounts that the caller may look at.
   *
   * A trade makes two fills, one for each side. The oldest comes first, unless the `newest` are asked for; a page for people begins with
   * them. `Link` leads to the next page.
   */
  @Get()
  @AskedByForm()
  @RowsOnPage(50)
  @AsksForAccount()
  @ShownBy(fillsPage)
  @AlsoCsv(FILL_COLUMNS)
  async list(
    @CurrentActor() actor: Actor,
    @Query() question: FillQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FillView[]> {
    const {
      acct_id: acctId,
      instrument_id: instrumentId,
      symbol,
      order_id: orderId,
      session_date: sessionDate,
    } = question;
    const span = spanOf(question, getsPage(reply.request));
    const found = await this.fills.list(actor, {
      ...span,
      ...timeSpanOf(question),
      acctId,
      instrumentId,
      symbol,
      orderId,
      sessionDate,
    });
    return pageOf(found, question, {
      reply,
      idOf: ({ trade, side }) => fillIdOf(trade.id, side),
      isNewestFirst: span.isNewestFirst,
    }).map(fillView);
  }
}
