import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { PathId } from '../../http/id.decorator.js';
import { idBehind, linkToNext, sliceOf } from '../../http/paging.js';
import { AlsoCsv, AskedByForm, ShownBy } from '../../http/shown-by.decorator.js';
import { breakPage } from './break.page.js';
import { BreakSidesService } from './break-sides.service.js';
import { type BreakSidesView, breakSidesView } from './break-sides.view.js';
import { BREAK_COLUMNS, type BreakView, breakView } from './break.view.js';
import { BreakQuestion } from './breaks.dto.js';
import { breaksPage } from './breaks.page.js';
import { BreaksService } from './breaks.service.js';

@Controller('reconciliation/breaks')
export class BreaksController {
  constructor(
    private readonly breaks: BreaksService,
    private readonly sides: BreakSidesService,
  ) {}

  /**
   * Lists where reference positions and the books differ, or did.
   *
   * Those of the accounts that the caller may look at. `Link` leads to the next page.
   */
  @Get()
  @AskedByForm()
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

  /**
   * Shows a break with what stands behind both of its sides: the list of the back office, and what the books are made of.
   * @param id The number of the break.
   */
  @Get(':id')
  @ShownBy(breakPage)
  async show(@CurrentActor() actor: Actor, @PathId() id: number): Promise<BreakSidesView> {
    return breakSidesView(await this.sides.of(actor, id));
  }
}
