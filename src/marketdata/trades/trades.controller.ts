import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { idBehind, linkToNext, sliceOf } from '../../http/paging.js';
import { timeSpanOf } from '../../http/time-range.dto.js';
import { AlsoCsv, ShownBy } from '../../http/shown-by.decorator.js';
import { TRADE_COLUMNS, type TradeView, tradeView } from './trade.view.js';
import { TradeQuestion } from './trades.dto.js';
import { tradesPage } from './trades.page.js';
import { TradesService } from './trades.service.js';

@Controller('trades')
export class TradesController {
  constructor(private readonly trades: TradesService) {}

  /**
   * Lists what was traded, by whomever.
   *
   * The oldest comes first, and `Link` leads to the next page. Whoever wants to keep up asks for the `newest` once, and from then on for those
   * `since_id`, the highest number seen so far.
   */
  @Get()
  @ShownBy(tradesPage)
  @AlsoCsv(TRADE_COLUMNS)
  async list(
    @CurrentActor() actor: Actor,
    @Query() question: TradeQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TradeView[]> {
    const { instrument_id: instrumentId, symbol, since_id: since = 0, newest, per_page: size, cursor } = question;
    const isNewestFirst = newest === 'true';
    const behind = cursor === undefined ? null : idBehind(cursor);
    const after = isNewestFirst ? since : Math.max(since, behind ?? 0);
    const found = await this.trades.list(actor, {
      size: size + 1,
      ...timeSpanOf(question),
      instrumentId,
      symbol,
      after,
      before: isNewestFirst ? behind : null,
      isNewestFirst,
    });
    const { rows, next } = sliceOf(found, size);
    if (next !== null) reply.header('link', linkToNext(reply.request.url, next));
    return rows.map(tradeView);
  }
}
