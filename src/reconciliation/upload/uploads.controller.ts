import { Body, Controller, Get, HttpCode, Post, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { CommandResult } from '../../exchange/commit-loop.js';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { Cookies } from '../../http/cookies.js';
import { PathId } from '../../http/fields.decorator.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';
import { limits } from '../../http/limits.js';
import {
  AcceptFile,
  AcceptForm,
  BodyLimit,
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
} from '../../http/route-options.decorator.js';
import { BreakNotesService } from '../breaks/break-notes.service.js';
import { rejectedConfirmationPage, uploadPage, rejectedUploadPage, uploadFormPage } from './upload.page.js';
import { type UploadChoiceView, type UploadView, toUploadView } from './upload.view.js';
import { findResolvedBreaks } from '../stated.js';
import { UploadGuard } from '../statement.guard.js';
import { ConfirmationForm, LinesForm, UploadForm, UploadPageQuestion, UploadQuestion } from './uploads.dto.js';
import { describeLeftOut } from './faulty-lines.page.js';
import { toUploadUrl } from './upload-origin.page.js';
import { StatementUploadsService } from './statement-uploads.service.js';

/** Uploads tables of statements in the browser: upload, review, confirm. Programs post statements one by one. */
@Controller('accounts/statements')
@Access('session')
@ForAllRoutes(BrowserOnly())
export class UploadsController {
  constructor(
    private readonly uploads: StatementUploadsService,
    private readonly cookies: Cookies,
    private readonly notes: BreakNotesService,
  ) {}

  /** Shows the form that uploads a table of statements. */
  @Get('upload')
  @UseGuards(UploadGuard)
  @HtmlPage(uploadFormPage)
  showStatementUploadForm(@Query() { kind, acct_id: acctId, break_id: breakId }: UploadQuestion): UploadChoiceView {
    return { kind, acct_id: acctId ?? null, break_id: breakId ?? null };
  }

  /**
   * Uploads a table of statements for review.
   *
   * Takes a file or pasted text. Nothing is imported yet.
   *
   * @takes form
   * @answer 303 Redirects to the preview.
   */
  @Post('upload')
  @UseGuards(UploadGuard)
  @AcceptFile()
  @BodyLimit(limits.bodyBytes)
  @HtmlFormErrors(rejectedUploadPage)
  @HttpCode(303)
  async uploadStatement(
    @CurrentActor() actor: Actor,
    @Body() { kind, file = '', file_name: fileName = '', text = '', break_id: breakId }: UploadForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const content = file.trim() === '' ? text : file;
    if (content.trim() === '')
      throw new InvalidRequestError([{ pointer: '/file', message: 'Choose a file, or paste the table' }]);
    const name = file.trim() === '' ? 'pasted text' : fileName;
    reply.header('location', toUploadUrl(await this.uploads.keep(actor, { kind, fileName: name, content }), breakId));
  }

  /**
   * Shows the preview or the results of an uploaded table.
   * @param id The number of the upload.
   */
  @Get('uploads/:id')
  @HtmlPage(uploadPage, { allowEmptyQuery: true })
  async getStatementUpload(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Query() { break_id: breakId }: UploadPageQuestion,
  ): Promise<UploadView> {
    return toUploadView(await this.uploads.show(actor, id), breakId ?? null);
  }

  /**
   * Fixes lines of an uploaded table, or leaves them out.
   *
   * Nothing is imported yet.
   *
   * @takes form
   * @answer 303 Redirects to the preview.
   * @param id The number of the upload.
   */
  @Post('uploads/:id/lines')
  @UseGuards(UploadGuard)
  @AcceptForm()
  @BodyLimit(limits.bodyBytes)
  @HtmlFormErrors(rejectedConfirmationPage)
  @HttpCode(303)
  async correctStatementUpload(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { line, break_id: breakId }: LinesForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const leftOut = await this.uploads.correct(actor, id, line);
    const to = toUploadUrl(id, breakId);
    if (leftOut.length > 0) this.cookies.redirectWithFlash(reply, to, describeLeftOut(leftOut));
    else reply.header('location', to);
  }

  /**
   * Imports an uploaded table.
   *
   * Imports all statements in one transaction, and once.
   *
   * @takes form
   * @answer 303 Imported, now or before; redirects to the results.
   * @param id The number of the upload.
   */
  @Post('uploads/:id')
  @UseGuards(UploadGuard)
  @AcceptForm()
  @HtmlFormErrors(rejectedConfirmationPage)
  @HttpCode(303)
  async confirmStatementUpload(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { basis, note, break_id: breakId }: ConfirmationForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const auditOutcomes = async (executed: readonly CommandResult[]): Promise<void> => {
      if (note !== undefined)
        for (const { seq, events } of executed)
          await this.notes.addToBreaks(actor, findResolvedBreaks(events), { text: note, statementSeq: seq });
    };
    await this.uploads.confirm(actor, id, { basis, afterwards: auditOutcomes });
    this.cookies.redirectWithFlash(
      reply,
      toUploadUrl(id, breakId),
      'All statements were imported. See the results below.',
    );
  }
}
