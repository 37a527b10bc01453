import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { idBehind, linkToNext, sliceOf } from '../../http/paging.js';
import { AlsoCsv, ShownBy } from '../../http/shown-by.decorator.js';
import { momentsIn } from '../moment-from-wire.js';
import { BAR_COLUMNS, type BarView, barView } from './bar.view.js';
import { BarQuestion } from './bars.dto.js';
import { barsPage } from './bars.page.js';
import { BarsService } from './bars.service.js';

@Controller('bars')
export class BarsController {
  constructor(private readonly bars: BarsService) {}

  /**
   * Lists what was traded of an instrument minute by minute, hour by hour, or session by session.
   *
   * Bars are made of trades alone: where nothing was traded there is none. The newest one grows with every trade until its time is over. The oldest comes
   * first unless `newest` says otherwise; `Link` leads to the next page.
   */
  @Get()
  @ShownBy(barsPage)
  @AlsoCsv(BAR_COLUMNS)
  async list(
    @CurrentActor() actor: Actor,
    @Query() question: BarQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BarView[]> {
    const { instrument_id: instrumentId, interval: span, from, to, newest, per_page: size, cursor } = question;
    const found = await this.bars.list(actor, instrumentId, {
      ...{
        span,
        isNewestFirst: newest === 'true',
        size: size + 1,
        after: cursor === undefined ? null : idBehind(cursor),
      },
      ...{ from: momentsIn(from)?.first ?? null, to: momentsIn(to)?.last ?? null },
    });
    const { rows, next } = sliceOf(
      found.map((bar) => ({ id: bar.startsAt, bar })),
      size,
    );
    if (next !== null) reply.header('link', linkToNext(reply.request.url, next));
    return rows.map(({ bar }) => barView(bar));
  }
}
