import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AlsoCsv, ShownBy } from '../http/shown-by.decorator.js';
import { FILL_COLUMNS, type FillView, fillView } from './fill.view.js';
import { fillIdOf } from './fill-id.js';
import { FillsService } from './fills.service.js';
import { fillsPage } from './fills.page.js';
import { FillQuestion } from './order-questions.dto.js';
import { pageAfter, pageOf } from './pages.js';

@Controller('fills')
export class FillsController {
  constructor(private readonly fills: FillsService) {}

  /**
   * Lists what orders got, on the accounts that the caller may look at.
   *
   * A trade makes two fills, one for each side. `Link` leads to the next page.
   */
  @Get()
  @ShownBy(fillsPage)
  @AlsoCsv(FILL_COLUMNS)
  async list(@CurrentActor() actor: Actor, @Query() question: FillQuestion, @Res({ passthrough: true }) reply: FastifyReply): Promise<FillView[]> {
    const { acct_id: acctId, instrument_id: instrumentId, order_id: orderId, session_date: sessionDate } = question;
    const found = await this.fills.list(actor, { ...pageAfter(question), acctId, instrumentId, orderId, sessionDate });
    return pageOf(found, question, { reply, idOf: ({ trade, side }) => fillIdOf(trade.id, side) }).map(fillView);
  }
}
