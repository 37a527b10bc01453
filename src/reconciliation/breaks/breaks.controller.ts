import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { VenueClockService } from '../../clock/venue-clock.service.js';
import { canViewAllAccounts } from '../../accounts/account-rights.js';
import { toPeopleView } from '../../accounts/grant.view.js';
import { isForBrowser, respondsWithPage } from '../../http/accept.js';
import { PathId } from '../../http/fields.decorator.js';
import { toSortedRange, toPage } from '../../http/paging.js';
import { CsvDownload, HtmlPage } from '../../http/route-options.decorator.js';
import { breakPage } from './break.page.js';
import { BreakAssignmentsService } from './break-assignments.service.js';
import { BreakNotesService } from './break-notes.service.js';
import { BreakSidesService } from './break-sides.service.js';
import { type BreakSidesView, toBreakSidesView } from './break-sides.view.js';
import {
  BREAK_COLUMNS,
  type BreakNoteView,
  toBreakNoteView,
  type ListedBreakView,
  toListedBreakView,
  type WorkedBreaks,
} from './break.view.js';
import { BreakQuestion, BreakUpdates, NewBreakNote, requireNote } from './breaks.dto.js';
import { breaksPage } from './breaks.page.js';
import { BreaksService, toBreakFilter } from './breaks.service.js';
import type { FoundBreak } from '../stated.js';

@Controller('reconciliation/breaks')
export class BreaksController {
  constructor(
    private readonly breaks: BreaksService,
    private readonly sides: BreakSidesService,
    private readonly notes: BreakNotesService,
    private readonly assignments: BreakAssignmentsService,
    private readonly clock: VenueClockService,
  ) {}

  /**
   * Lists differences between reference positions and the books.
   *
   * Breaks of the accounts that the caller may view. A browser gets the open ones unless it asks for others. `Link` has the next page.
   */
  @Get()
  @HtmlPage(breaksPage, { allowEmptyQuery: true })
  @CsvDownload(BREAK_COLUMNS)
  async listBreaks(
    @CurrentActor() actor: Actor,
    @Query() query: BreakQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WorkedBreaks> {
    const { request } = reply;
    const status = isForBrowser(request) ? 'Open' : 'All';
    const now = this.clock.now();
    const { range, end } = toSortedRange(query);
    const found = await this.breaks.list(actor, { ...toBreakFilter(query, { status, now }), ...range });
    const rows = toPage(found, query, { reply, getId: ({ broken }) => end ?? broken.id });
    const breaks: WorkedBreaks = await this.toViews(rows, now);
    if (respondsWithPage(request)) await this.addAssignees(actor, rows, breaks);
    return breaks;
  }

  /**
   * Assigns breaks, sets their due date, adds a note to them, or accepts the figures of the back office.
   *
   * Up to 200 breaks at once: all of them, or none. For administrators; in the sandbox also for the owner of the accounts. Only
   * administrators accept figures, with a note: that closes the breaks, and posts nothing.
   */
  @Post('updates')
  @HttpCode(200)
  async updateBreaks(@CurrentActor() actor: Actor, @Body() updates: BreakUpdates): Promise<ListedBreakView[]> {
    requireNote(updates);
    return this.toViews(await this.assignments.update(actor, updates), this.clock.now());
  }

  /** Administrators filter by the assignee also where no break is left to assign. */
  private async addAssignees(actor: Actor, rows: readonly FoundBreak[], breaks: WorkedBreaks): Promise<void> {
    const mayUpdate = await this.breaks.mayUpdate(actor, rows);
    if (!mayUpdate && !canViewAllAccounts(actor)) return;
    breaks.assigneeFilter = toPeopleView(await this.assignments.listAssignees(actor));
    if (mayUpdate) breaks.assignees = breaks.assigneeFilter;
  }

  private async toViews(rows: readonly FoundBreak[], now: number): Promise<ListedBreakView[]> {
    const ids = rows.map(({ broken }) => broken.id);
    const [notes, assignments] = [await this.notes.findLatest(ids), await this.assignments.findFor(ids)];
    const closings = await this.breaks.findClosings(rows.map(({ broken }) => broken));
    return rows.map((row) => {
      const { id } = row.broken;
      const remarks = { note: notes.get(id), assignment: assignments.get(id), closing: closings.get(id) };
      return toListedBreakView(row, remarks, now);
    });
  }

  /**
   * Shows a break with the details of both sides.
   *
   * With the query of a list, `previous_id` and `next_id` walk through that list, in its order.
   *
   * @param id The number of the break.
   */
  @Get(':id')
  @HtmlPage(breakPage, { allowEmptyQuery: true })
  async getBreak(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Query() query: BreakQuestion,
    @Req() request: FastifyRequest,
  ): Promise<BreakSidesView> {
    const now = this.clock.now();
    const filter = toBreakFilter(query, { status: 'Open', now });
    return toBreakSidesView(await this.sides.find(actor, id, { filter, isForPage: respondsWithPage(request) }), now);
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
