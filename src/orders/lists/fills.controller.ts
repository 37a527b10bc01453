import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { respondsWithPage } from '../../http/accept.js';
import { toPage } from '../../http/paging.js';
import { toTimeBounds } from '../../http/paging.dto.js';
import { CsvDownload, HtmlPage } from '../../http/route-options.decorator.js';
import { FILL_COLUMNS, type FillView, toFillView } from './fill.view.js';
import { toFillId } from './fill-id.js';
import { FillsService } from './fills.service.js';
import { fillsPage } from './fills.page.js';
import { ListFillsQuery } from './order-queries.dto.js';
import { toPageRange } from './order-paging.js';

@Controller('fills')
export class FillsController {
  constructor(private readonly fills: FillsService) {}

  /**
   * Lists fills of orders on accounts that the caller may view.
   *
   * A trade has two fills, one per side. Oldest first in JSON and newest first on the page, unless `newest` is set.
   * `Link` has the next page.
   */
  @Get()
  @HtmlPage(fillsPage, { allowEmptyQuery: true, htmlPageSize: 50, needsAccountChoices: true })
  @CsvDownload(FILL_COLUMNS)
  async listFills(
    @CurrentActor() actor: Actor,
    @Query() query: ListFillsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FillView[]> {
    const range = toPageRange(query, respondsWithPage(reply.request));
    const rows = await this.fills.list(actor, {
      ...range,
      ...toTimeBounds(query),
      acctId: query.acct_id,
      account: query.account,
      instrumentId: query.instrument_id,
      symbol: query.symbol,
      orderId: query.order_id,
      sessionDate: query.session_date,
    });
    return toPage(rows, query, {
      reply,
      getId: ({ trade, side }) => toFillId(trade.id, side),
      isNewestFirst: range.isNewestFirst,
    }).map(toFillView);
  }
}
