import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { toListRange, toPage } from '../../http/paging.js';
import { toTimeBounds } from '../../http/paging.dto.js';
import { CsvDownload, HtmlPage } from '../../http/route-options.decorator.js';
import { TRADE_COLUMNS, type TradeView, toTradeView } from './trade.view.js';
import { ListTradesQuery } from './trades.dto.js';
import { tradesPage } from './trades.page.js';
import { TradesService } from './trades.service.js';

@Controller('trades')
export class TradesController {
  constructor(private readonly trades: TradesService) {}

  /**
   * Lists the trades of all users.
   *
   * Oldest first. `Link` has the next page. To follow the market, request `newest` once and then `since_id` with the
   * highest id so far.
   */
  @Get()
  @HtmlPage(tradesPage)
  @CsvDownload(TRADE_COLUMNS)
  async listTrades(
    @CurrentActor() actor: Actor,
    @Query() query: ListTradesQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TradeView[]> {
    const { instrument_id: instrumentId, symbol, since_id: since = 0, newest } = query;
    const isNewestFirst = newest === 'true';
    const { size, after: cursorId } = toListRange(query);
    const after = isNewestFirst ? since : Math.max(since, cursorId ?? 0);
    const trades = await this.trades.list(actor, {
      size,
      ...toTimeBounds(query),
      instrumentId,
      symbol,
      after,
      before: isNewestFirst ? cursorId : null,
      isNewestFirst,
    });
    return toPage(trades, query, { reply, getId: ({ id }) => id }).map(toTradeView);
  }
}
