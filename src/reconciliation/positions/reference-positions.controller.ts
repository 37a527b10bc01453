import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { isForBrowser } from '../../http/accept.js';
import { PathId } from '../../http/fields.decorator.js';
import { toListRange, toPage } from '../../http/paging.js';
import { CsvDownload, BrowserOnly, HtmlPage } from '../../http/route-options.decorator.js';
import { BreakNotesService } from '../breaks/break-notes.service.js';
import {
  type ReferenceDraftView,
  REFERENCE_COLUMNS,
  type ReferencePositionsView,
  toListedPositionsView,
  type ReferenceStatementView,
  toReferenceStatementView,
  toStatedPositionView,
  type PostedReferencePositionsView,
  toPostedReferencePositionsView,
} from './reference-positions.view.js';
import { ReferenceDraftsService } from './reference-drafts.service.js';
import { referenceFormPage } from './reference-form.page.js';
import { referenceStatementPage, referenceStatementsPage } from './reference-positions.page.js';
import { NewReferencePositions, ReferenceDraftQuestion, ReferencePositionQuestion } from './reference-positions.dto.js';
import { ReferencePositionsService } from './reference-positions.service.js';

@Controller('refpositions')
export class ReferencePositionsController {
  constructor(
    private readonly references: ReferencePositionsService,
    private readonly drafts: ReferenceDraftsService,
    private readonly notes: BreakNotesService,
  ) {}

  /**
   * Lists posted reference positions, without their rows.
   *
   * Lists of the accounts that the caller may view, in the order of posting, or the latest first. `Link` has the next page.
   */
  @Get()
  @HtmlPage(referenceStatementsPage, { allowEmptyQuery: true })
  @CsvDownload(REFERENCE_COLUMNS)
  async listReferencePositions(
    @CurrentActor() actor: Actor,
    @Query() query: ReferencePositionQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReferencePositionsView[]> {
    const { request } = reply;
    const { acct_id: acctId, as_of: asOf, account: containing, order = isForBrowser(request) ? 'desc' : 'asc' } = query;
    const found = await this.references.list(actor, { ...toListRange(query), acctId, asOf, containing, order });
    return toPage(found, query, { reply, getId: ({ statement }) => statement.seq }).map(toListedPositionsView);
  }

  /** Shows the form for reference positions. */
  @Get('new')
  @Access('session')
  @BrowserOnly()
  @HtmlPage(referenceFormPage, { needsAccountChoices: true })
  async showReferencePositionsForm(
    @CurrentActor() actor: Actor,
    @Query() question: ReferenceDraftQuestion,
  ): Promise<ReferenceDraftView> {
    const { acct_id: acctId, as_of: asOf, copy, instrument_id: instrumentId, quantity, rows } = question;
    const draft = await this.drafts.create(actor, { acctId, asOf, copy, instrumentId, quantity });
    const change = draft.change && {
      instrument_id: draft.change.instrumentId,
      before: draft.change.before,
      quantity: draft.change.quantity,
    };
    return {
      acct_id: draft.acctId,
      as_of: draft.asOf,
      position: draft.rows.map(toStatedPositionView),
      reason: draft.reason,
      change,
      rows: rows ?? null,
    };
  }

  /**
   * Shows a list of reference positions with its rows.
   * @param id The number of the list.
   */
  @Get(':id')
  @HtmlPage(referenceStatementPage)
  async getReferencePositions(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ReferenceStatementView> {
    const { stated, rows } = await this.references.show(actor, id);
    return toReferenceStatementView(stated, rows);
  }

  /**
   * Posts all positions of an account at the close of a date.
   *
   * For administrators; in the sandbox also for the owner of the account. An omitted instrument is flat. If the list has the latest
   * date, the account's positions become this list plus the trades of later sessions. The response has the breaks that the list
   * opened, changed and closed. Prices may lie off the tick and have more decimals than the product's, so that averages can be
   * posted.
   *
   * @answer 200 The latest list of the date has the same rows, in any order: it is returned, with `Idempotent-Replayed: true`.
   */
  @Post()
  async postReferencePositions(
    @CurrentActor() actor: Actor,
    @Body() body: NewReferencePositions,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PostedReferencePositionsView> {
    const { stated, rows, breaks, isRepeated, resolved } = await this.references.post(actor, body);
    if (isRepeated) reply.status(200).header('idempotent-replayed', 'true');
    if (body.note !== undefined)
      await this.notes.addToBreaks(actor, resolved, { text: body.note, statementSeq: stated.statement.seq });
    return toPostedReferencePositionsView(stated, rows, breaks);
  }
}
