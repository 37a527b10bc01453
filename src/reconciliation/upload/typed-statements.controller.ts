import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';
import { limits } from '../../http/limits.js';
import {
  AcceptForm,
  BodyLimit,
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
} from '../../http/route-options.decorator.js';
import { rejectedMoneyPage } from '../money-values/money-values.page.js';
import { ReferenceDraftsService } from '../positions/reference-drafts.service.js';
import { moreRowsPage, type MoreRowsView, rejectedReferenceFormPage } from '../positions/reference-form.page.js';
import { UploadGuard } from '../statement.guard.js';
import { readTypedMoney } from './statement-cells.js';
import { StatementUploadsService } from './statement-uploads.service.js';
import { parseTypedRows, writeDraftTable, writeMoneyTable, writePositionTable } from './typed-table.js';
import { toUploadUrl } from './upload-origin.page.js';
import { MoneyForm, RowsDraftForm, RowsForm } from './uploads.dto.js';

/** Takes statements that are typed into forms. Each becomes a table, which is reviewed as an uploaded one is. */
@Controller('accounts/statements')
@Access('session')
@ForAllRoutes(BrowserOnly())
export class TypedStatementsController {
  constructor(
    private readonly uploads: StatementUploadsService,
    private readonly drafts: ReferenceDraftsService,
  ) {}

  /**
   * Enters reference positions for review.
   *
   * Takes the rows of the form, or those of an earlier list with another quantity of one instrument. Nothing is imported yet.
   *
   * @takes form
   * @answer 303 Redirects to the preview.
   */
  @Post('rows')
  @UseGuards(UploadGuard)
  @AcceptForm()
  @BodyLimit(limits.bodyBytes)
  @HtmlFormErrors(rejectedReferenceFormPage, { needsAccountChoices: true })
  @HttpCode(303)
  async enterReferencePositions(
    @CurrentActor() actor: Actor,
    @Body() form: RowsForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { copy, row = {}, instrument_id: instrumentId, quantity } = form;
    const table =
      copy === undefined
        ? { fileName: 'form', content: writePositionTable(form.acct_id, form.as_of, parseTypedRows(row)) }
        : {
            fileName: `list ${copy}, corrected`,
            content: writeDraftTable(await this.drafts.create(actor, { copy, instrumentId, quantity })),
          };
    const id = await this.uploads.keep(actor, { kind: 'positions', ...table });
    reply.header('location', toUploadUrl(id, form.break_id));
  }

  /**
   * Shows the form for reference positions again, with more rows.
   *
   * What was typed stays.
   *
   * @takes form
   */
  @Post('rows/more')
  @UseGuards(UploadGuard)
  @AcceptForm()
  @BodyLimit(limits.bodyBytes)
  @HtmlPage(moreRowsPage, { needsAccountChoices: true })
  @HtmlFormErrors(rejectedReferenceFormPage, { needsAccountChoices: true })
  @HttpCode(200)
  addReferenceRows(@Body() _draft: RowsDraftForm, @Req() { formValues = {} }: FastifyRequest): MoreRowsView {
    return { values: formValues };
  }

  /**
   * Enters money values of one date for review.
   *
   * Nothing is imported yet.
   *
   * @takes form
   * @answer 303 Redirects to the preview.
   */
  @Post('money')
  @UseGuards(UploadGuard)
  @AcceptForm({ trimmed: ['cash_balance', 'net_liq'] })
  @HtmlFormErrors(rejectedMoneyPage)
  @HttpCode(303)
  async enterMoneyValues(
    @CurrentActor() actor: Actor,
    @Body() { acct_id: acctId, as_of: asOf, ...typed }: MoneyForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { figures, faults } = readTypedMoney(typed);
    if (faults.length > 0)
      throw new InvalidRequestError(faults.map(({ name, message }) => ({ pointer: `/${name}`, message })));
    const content = writeMoneyTable([acctId, asOf, figures.cash_balance, figures.net_liq]);
    reply.header(
      'location',
      toUploadUrl(await this.uploads.keep(actor, { kind: 'money', fileName: 'form', content }), undefined),
    );
  }
}
