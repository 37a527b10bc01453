import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { CommandResult } from '../../../exchange/commit-loop.js';
import { Access } from '../../../access/access.decorator.js';
import type { Actor } from '../../../access/actor.js';
import { CurrentActor } from '../../../access/actor.decorator.js';
import { Cookies } from '../../../http/cookies.js';
import { redirectWithFlash } from '../../../http/flash-redirect.js';
import { PathId } from '../../../http/id.decorator.js';
import { InvalidRequestError } from '../../../http/invalid-request-error.js';
import { limits } from '../../../http/limits.js';
import {
  WithAccountChoices,
  BodyLimit,
  BrowserOnly,
  HtmlFormErrors,
  HtmlPage,
  AcceptFile,
  AcceptForm,
} from '../../../http/route-options.decorator.js';
import { BreakNotesService } from '../break-notes.service.js';
import { refusedMoneyPage } from '../money-values.page.js';
import { refusedRowsPage } from '../reference-form.page.js';
import { refusedConfirmationPage, uploadPage } from './upload.page.js';
import { refusedUploadPage, uploadFormPage } from './upload-form.page.js';
import { type UploadChoiceView, type UploadView, uploadView } from './upload.view.js';
import { resolvedIn } from '../positions-note.js';
import { ConfirmationForm, MoneyForm, RowsForm, UploadForm, UploadQuestion } from './uploads.dto.js';
import { StatementUploadsService } from './statement-uploads.service.js';
import { moneyTable, positionTable } from './statement-table.js';
import { typedRows } from './typed-rows.js';

/** Statements as tables, for people: sent, looked at beside what they would change, and confirmed. Programs post statements one by one. */
@Controller('accounts/statements')
@Access('session')
export class UploadsController {
  constructor(
    private readonly uploads: StatementUploadsService,
    private readonly cookies: Cookies,
    private readonly notes: BreakNotesService,
  ) {}

  /** Shows the form with which somebody sends a table of money values or of reference positions. */
  @Get('upload')
  @BrowserOnly()
  @HtmlPage(uploadFormPage)
  showStatementUploadForm(
    @CurrentActor() actor: Actor,
    @Query() { kind, acct_id: acctId }: UploadQuestion,
  ): UploadChoiceView {
    this.uploads.requireSpeaker(actor);
    return { kind, acct_id: acctId ?? null };
  }

  /**
   * Takes a table of statements, a file or what was typed, and shows what it would change. Nothing of it is carried out yet.
   *
   * @takes form
   * @answer 303 To what it would change.
   */
  @Post('upload')
  @BrowserOnly()
  @AcceptFile()
  @BodyLimit(limits.bodyBytes)
  @HtmlFormErrors(refusedUploadPage)
  @HttpCode(303)
  async uploadStatement(
    @CurrentActor() actor: Actor,
    @Body() { kind, file = '', file_name: fileName = '', text = '' }: UploadForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.uploads.requireSpeaker(actor);
    const content = file.trim() === '' ? text : file;
    if (content.trim() === '')
      throw new InvalidRequestError([{ pointer: '/file', message: 'Choose a file, or paste the table below' }]);
    await this.lookAt(actor, { kind, fileName: file.trim() === '' ? 'what was pasted' : fileName, content }, reply);
  }

  /**
   * Takes a list of reference positions that was typed row by row, and shows what it would change. Nothing of it is carried out yet.
   *
   * @takes form
   * @answer 303 To what it would change.
   */
  @Post('rows')
  @BrowserOnly()
  @AcceptForm()
  @BodyLimit(limits.bodyBytes)
  @WithAccountChoices()
  @HtmlFormErrors(refusedRowsPage)
  @HttpCode(303)
  async enterReferencePositions(
    @CurrentActor() actor: Actor,
    @Body() { acct_id: acctId, as_of: asOf, row = {} }: RowsForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.lookAt(
      actor,
      { kind: 'positions', fileName: 'what was typed', content: positionTable(acctId, asOf, typedRows(row)) },
      reply,
    );
  }

  /**
   * Takes money values of one close that were typed, and shows what they would change. Nothing of it is carried out yet.
   *
   * @takes form
   * @answer 303 To what it would change.
   */
  @Post('money')
  @BrowserOnly()
  @AcceptForm()
  @HtmlFormErrors(refusedMoneyPage)
  @HttpCode(303)
  async enterMoneyValues(
    @CurrentActor() actor: Actor,
    @Body() { acct_id: acctId, as_of: asOf, cash_balance: cash, net_liq: net }: MoneyForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.lookAt(
      actor,
      { kind: 'money', fileName: 'what was typed', content: moneyTable([acctId, asOf, cash, net].map(String)) },
      reply,
    );
  }

  /**
   * Shows what a table would change, or what became of it.
   * @param id The number of the table.
   */
  @Get('uploads/:id')
  @BrowserOnly()
  @HtmlPage(uploadPage)
  async getStatementUpload(@CurrentActor() actor: Actor, @PathId() id: number): Promise<UploadView> {
    return uploadView(await this.uploads.show(actor, id));
  }

  /**
   * Carries a table out: all of it, and once.
   *
   * @takes form
   * @answer 303 Carried out, now or before; to what became of it.
   * @param id The number of the table.
   */
  @Post('uploads/:id')
  @BrowserOnly()
  @AcceptForm()
  @HtmlFormErrors(refusedConfirmationPage)
  @HttpCode(303)
  async confirmStatementUpload(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { basis, note }: ConfirmationForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const afterwards = async (carried: readonly CommandResult[]): Promise<void> => {
      if (note !== undefined)
        for (const { seq, events } of carried)
          await this.notes.keep(actor, resolvedIn(events), { text: note, statementSeq: seq });
    };
    await this.uploads.confirm(actor, id, { basis, afterwards });
    redirectWithFlash(reply, this.cookies, {
      to: `/accounts/statements/uploads/${id}`,
      saying: 'All of it is stated. What became of each statement stands below.',
    });
  }

  private async lookAt(
    actor: Actor,
    table: Parameters<StatementUploadsService['keep']>[1],
    reply: FastifyReply,
  ): Promise<void> {
    const id = await this.uploads.keep(actor, table);
    const { plan } = await this.uploads.show(actor, id);
    const to = `/accounts/statements/uploads/${id}`;
    // Where something is wrong, the page says so itself, and there is nothing to confirm.
    if (plan !== null && plan.faults.length > 0) reply.header('location', to);
    else
      redirectWithFlash(reply, this.cookies, {
        to,
        saying: 'Nothing is stated yet. Look at what would change, and confirm it.',
      });
  }
}
