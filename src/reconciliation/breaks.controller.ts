import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { PathId } from '../http/fields.decorator.js';
import { toListRange, toPage } from '../http/paging.js';
import { CsvDownload, HtmlPage } from '../http/route-options.decorator.js';
import { breakPage } from './break.page.js';
import { BreakNotesService } from './break-notes.service.js';
import { BreakSidesService } from './break-sides.service.js';
import {
  type BreakSidesView,
  toBreakSidesView,
  BREAK_COLUMNS,
  type BreakNoteView,
  toBreakNoteView,
  type ListedBreakView,
  toListedBreakView,
} from './break.view.js';
import { BreakQuestion, NewBreakNote } from './breaks.dto.js';
import { breaksPage } from './breaks.page.js';
import { BreaksService } from './breaks.service.js';

@Controller('reconciliation/breaks')
export class BreaksController {
  constructor(
    private readonly breaks: BreaksService,
    private readonly sides: BreakSidesService,
    private readonly notes: BreakNotesService,
    private readonly clock: VenueClockService,
  ) {}

  /**
   * Lists differences between reference positions and the books.
   *
   * Breaks of the accounts that the caller may view. `Link` has the next page.
   */
  @Get()
  @HtmlPage(breaksPage, { allowEmptyQuery: true })
  @CsvDownload(BREAK_COLUMNS)
  async listBreaks(
    @CurrentActor() actor: Actor,
    @Query() query: BreakQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListedBreakView[]> {
    const { acct_id: acctId, instrument_id: instrumentId, as_of: asOf, status, account } = query;
    const now = this.clock.now();
    const found = await this.breaks.list(actor, {
      ...toListRange(query),
      now,
      account,
      olderThanDays: query.older_than_days,
      ...(acctId !== undefined && { acctId }),
      ...(instrumentId !== undefined && { instrumentId }),
      ...(asOf !== undefined && { asOf }),
      ...(status !== undefined && { status }),
    });
    const rows = toPage(found, query, { reply, getId: ({ broken }) => broken.id });
    const notes = await this.notes.findLatest(rows.map(({ broken }) => broken.id));
    return rows.map((row) => toListedBreakView(row, notes.get(row.broken.id), now));
  }

  /**
   * Shows a break with the details of both sides.
   *
   * @param id The number of the break.
   */
  @Get(':id')
  @HtmlPage(breakPage)
  async getBreak(@CurrentActor() actor: Actor, @PathId() id: number): Promise<BreakSidesView> {
    return toBreakSidesView(await this.sides.find(actor, id), this.clock.now());
  }

  /**
   * Adds a note to a break.
   *
   * For administrators; in the sandbox also for the owner of the account.
   * @param id The number of the break.
   */
  @Post(':id/notes')
  async addBreakNote(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { text }: NewBreakNote,
  ): Promise<BreakNoteView> {
    return toBreakNoteView(await this.notes.write(actor, id, text));
  }
}
