import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { MarketMakerFilterService } from '../../accounts/market-maker-filter.service.js';
import { isForBrowser, respondsWithPage } from '../../http/accept.js';
import { toPage } from '../../http/paging.js';
import { toTimeBounds } from '../../http/paging.dto.js';
import { CsvDownload, HtmlPage } from '../../http/route-options.decorator.js';
import { FILL_COLUMNS, type FillView, toFillView } from './fill.view.js';
import { toFillId } from './fill-id.js';
import { FillsService } from './fills.service.js';
import { fillsPage } from './fills.page.js';
import { ListFillsQuery, toMarketMakerQuestion } from './order-queries.dto.js';
import { toPageRange } from './order-paging.js';

@Controller('fills')
export class FillsController {
  constructor(
    private readonly fills: FillsService,
    private readonly marketMaker: MarketMakerFilterService,
  ) {}

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
    const { leftOut, offered } = await this.marketMaker.find(
      actor,
      toMarketMakerQuestion(query, isForBrowser(reply.request)),
    );
    const rows = await this.fills.list(actor, {
      ...{ ...range, leftOut },
      ...toTimeBounds(query),
      acctId: query.acct_id,
      account: query.account,
      instrumentId: query.instrument_id,
      symbol: query.symbol,
      orderId: query.order_id,
      sessionDate: query.session_date,
    });
    const fills = toPage(rows, query, {
      reply,
      getId: ({ trade, side }) => toFillId(trade.id, side),
      isNewestFirst: range.isNewestFirst,
    });
    return Object.assign(fills.map(toFillView), { marketMaker: offered });
  }
}
