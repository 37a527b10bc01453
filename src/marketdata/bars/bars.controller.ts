import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { toListRange, toPage } from '../../http/paging.js';
import { CsvDownload, HtmlPage } from '../../http/route-options.decorator.js';
import { parseTimestampRange } from '../market-queries.decorator.js';
import { BAR_COLUMNS, type BarView, toBarView } from './bar.view.js';
import { ListBarsQuery } from './bars.dto.js';
import { barsPage } from './bars.page.js';
import { BarsService } from './bars.service.js';

@Controller('bars')
export class BarsController {
  constructor(private readonly bars: BarsService) {}

  /**
   * Lists price bars of an instrument by interval or session.
   *
   * Bars are built from trades: an interval without trades has no bar. The newest bar changes until its interval ends.
   * Oldest first, unless `newest` is true. `Link` has the next page.
   */
  @Get()
  @HtmlPage(barsPage)
  @CsvDownload(BAR_COLUMNS)
  async listBars(
    @CurrentActor() actor: Actor,
    @Query() query: ListBarsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BarView[]> {
    const { instrument_id: instrumentId, interval: span, from, to, newest } = query;
    const bars = await this.bars.list(actor, instrumentId, {
      ...{ span, isNewestFirst: newest === 'true', ...toListRange(query) },
      ...{ from: parseTimestampRange(from)?.first ?? null, to: parseTimestampRange(to)?.last ?? null },
    });
    return toPage(bars, query, { reply, getId: ({ startsAt }) => startsAt }).map(toBarView);
  }
}
