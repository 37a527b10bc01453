import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { idBehind, linkToNext, sliceOf } from '../../http/paging.js';
import { AlsoCsv, ShownBy } from '../../http/shown-by.decorator.js';
import { BREAK_COLUMNS, type BreakView, breakView } from './break.view.js';
import { BreakQuestion } from './breaks.dto.js';
import { breaksPage } from './breaks.page.js';
import { BreaksService } from './breaks.service.js';

@Controller('reconciliation/breaks')
export class BreaksController {
  constructor(private readonly breaks: BreaksService) {}

  /**
   * Lists where reference positions and the books differ, or did.
   *
   * Those of the accounts that the caller may look at. `Link` leads to the next page.
   */
  @Get()
  @ShownBy(breaksPage)
  @AlsoCsv(BREAK_COLUMNS)
  async list(
    @CurrentActor() actor: Actor,
    @Query() { per_page: size, cursor, acct_id: acctId, instrument_id: instrumentId, as_of: asOf, status }: BreakQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BreakView[]> {
    const wanted = { ...(acctId !== undefined && { acctId }), ...(instrumentId !== undefined && { instrumentId }), ...(asOf !== undefined && { asOf }), ...(status !== undefined && { status }) };
    const found = await this.breaks.list(actor, { size: size + 1, after: cursor === undefined ? null : idBehind(cursor), ...wanted });
    const { rows, next } = sliceOf(found, size);
    if (next !== null) reply.header('link', linkToNext(reply.request.url, next));
    return rows.map(breakView);
  }
}
