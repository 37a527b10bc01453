import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { getsPage } from '../http/accept.js';
import { AskedByForm, Compressible, ShownBy } from '../http/shown-by.decorator.js';
import { Config } from '../config/config.js';
import { DocumentService } from './document.service.js';
import { UnknownErrorCode, UnknownGuide, UnknownOperation } from './documentation-errors.js';
import { ErrorQuestion } from './documentation.dto.js';
import { documentationPage, type ReadersDocumentation } from './documentation.page.js';
import {
  type DocumentationView,
  documentationView,
  type ErrorView,
  errorViews,
  errorsLike,
  type GuideView,
  guideView,
  type OperationView,
  operationView,
} from './documentation.view.js';
import { errorCodePage, errorCodesPage } from './error-codes.page.js';
import { guidePage } from './guide.page.js';
import { Visitors } from '../http/visitors.hook.js';
import { operationPage, type ReadersOperation } from './operation.page.js';
import type { ReaderKey } from './reader-key.js';
import { ReaderKeys } from './reader-keys.service.js';

/** The description of this service for readers. */
@Controller('docs')
@Access('none')
export class DocumentationController {
  private byCode: ReadonlyMap<string, ErrorView> | undefined;

  constructor(
    private readonly documents: DocumentService,
    private readonly visitors: Visitors,
    private readonly keys: ReaderKeys,
    private readonly config: Config,
  ) {}

  /**
   * Lists every endpoint, room by room.
   *
   * @example {"title": "Kontor", "version": "0.1.0", "description": "A self-hosted trading-data service.", "openapi":
   *   "/openapi.json", "guides": [{"name": "streams", "title": "Streams",
   *   "summary": "What the market does, live.", "href": "/docs/streams"}], "rooms": [{"name": "users", "description": "The people who may sign in, and their passwords.",
   *   "operations": [{"operation_id": "users_me", "method": "GET", "path": "/users/me", "access": "bearer", "summary":
   *   "Shows the signed-in user, or the customer for whom an administrator acts", "href":
   *   "/docs/operations/users_me"}]}]}
   */
  @Get()
  @ShownBy(documentationPage)
  @Compressible()
  async list(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentationView> {
    const view = documentationView(this.documents.written().document, this.documents.contract.guides);
    const key = await this.keyOf(request, reply);
    const shown: ReadersDocumentation = key === null ? view : { ...view, key };
    return shown;
  }

  /**
   * Explains one endpoint: parameters, body, answers and failures. The page lets a reader try it.
   *
   * @example {"operation_id": "users_me", "method": "GET", "path": "/users/me", "access": "bearer", "summary": "Shows the
   *   signed-in user, or the customer for whom an administrator acts", "href": "/docs/operations/users_me", "room":
   *   "users", "description": "", "guide": null, "parameters": [], "body": null, "answers": [{"status": 200, "description":
   *   "Success.", "content_types": ["application/json", "text/html"], "fields": [{"name": "email", "type": "text",
   *   "required": true, "description": ""}], "example": {"id": 42, "email": "ada@example.test"}, "codes": []}], "curl":
   *   "curl \"$BASE/users/me\" -H 'Accept: application/json' -H \"Authorization: Bearer $TOKEN\""}
   * @param operation The `operationId` of the endpoint, for example `openapi_describe`.
   */
  @Get('operations/:operation')
  @ShownBy(operationPage)
  @Compressible()
  async explain(
    @Param('operation') operation: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OperationView> {
    const view = operationView(this.documents.written().document, operation);
    if (!view) throw new UnknownOperation(operation);
    const key = await this.keyOf(request, reply);
    const shown: ReadersOperation = key === null ? view : { ...view, key };
    return shown;
  }

  /**
   * Lists every failure by its code, or those in which some words stand.
   *
   * @example [{"code": "email_taken", "status": 409, "cause": "A user with this email exists already.", "mend": "Sign in with
   *   the user that exists, or register another email.", "href": "/docs/errors/email_taken", "operations":
   *   ["users_register"]}]
   */
  @Get('errors')
  @ShownBy(errorCodesPage)
  @AskedByForm()
  @Compressible()
  errors(@Query() { q: text }: ErrorQuestion): readonly ErrorView[] {
    return errorsLike([...this.explained().values()], text ?? '');
  }

  /**
   * Explains one failure: what it means and what to do. The `type` of every problem leads here.
   *
   * @example {"code": "email_taken", "status": 409, "cause": "A user with this email exists already.", "mend": "Sign in with
   *   the user that exists, or register another email.", "href": "/docs/errors/email_taken", "operations":
   *   ["users_register"]}
   * @param code The `code` of the problem, for example `invalid_request`.
   */
  @Get('errors/:code')
  @ShownBy(errorCodePage)
  @Compressible()
  error(@Param('code') code: string): ErrorView {
    const view = this.explained().get(code);
    if (!view) throw new UnknownErrorCode(code);
    return view;
  }

  /**
   * Shows a document about several endpoints: streams, webhooks.
   *
   * @example {"name": "streams", "title": "Streams", "summary": "What the market does, live.", "href": "/docs/streams",
   *   "text": "What the market does, live."}
   * @param guide The name of the document, for example `streams`.
   */
  @Get(':guide')
  @ShownBy(guidePage)
  @Compressible()
  guide(@Param('guide') guide: string): GuideView {
    const view = guideView(this.documents.contract.guides, guide, this.config.baseUrl);
    if (!view) throw new UnknownGuide(guide);
    return view;
  }

  /** Programs are told nobody's, and nobody is recognised who does not show a session. */
  private async keyOf(request: FastifyRequest, reply: FastifyReply): Promise<ReaderKey | null> {
    if (!getsPage(request) || request.headers.cookie === undefined) return null;
    const visitor = await this.visitors.of(request, reply);
    return this.keys.of(visitor?.userId ?? null);
  }

  /** Which endpoints answer with a code is asked of the whole description, so once is enough. */
  private explained(): ReadonlyMap<string, ErrorView> {
    this.byCode ??= new Map(
      errorViews(this.documents.contract, this.documents.written().document).map((view) => [view.code, view]),
    );
    return this.byCode;
  }
}
