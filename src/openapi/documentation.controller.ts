import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { respondsWithPage } from '../http/accept.js';
import { Compressible, ForAllRoutes, HtmlPage } from '../http/route-options.decorator.js';
import { Config } from '../config/config.js';
import { DocumentService } from './document.service.js';
import { ListErrorCodesQuery } from './documentation.dto.js';
import { documentationPage, type ReaderDocumentation } from './documentation.page.js';
import {
  type DocumentationView,
  toDocumentationView,
  type ErrorView,
  toErrorViews,
  type GuideView,
  toGuideView,
  type OperationView,
  toOperationView,
} from './documentation.view.js';
import { errorCodePage, errorCodesPage } from './error-codes.page.js';
import { guidePage } from './guide.page.js';
import { SignedInUserResolver } from '../http/signed-in-user.hook.js';
import { operationPage, type ReaderOperation } from './operation.page.js';
import type { ExampleClient } from './examples.js';
import { domainError } from '../errors/domain-error.js';

class UnknownOperationError extends domainError('unknown', 'unknown_operation') {
  constructor(operationId: string) {
    super(`There is no endpoint with the name ${operationId}.`);
  }
}

class UnknownGuideError extends domainError('unknown', 'unknown_guide') {
  constructor(name: string) {
    super(`There is no documentation page with the name ${name}.`);
  }
}

class UnknownErrorCodeError extends domainError('unknown', 'unknown_error_code') {
  constructor(code: string) {
    super(`There is no error with the code ${code}.`);
  }
}

/** Finds the errors that contain every word of the text; without a word, all errors. */
function searchErrors(errors: readonly ErrorView[], text: string): readonly ErrorView[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const toText = ({ status, other_status: other, code, cause, fix }: ErrorView): string =>
    [status, other, code, cause, fix].join(' ').toLowerCase();
  return errors.filter((error) => words.every((word) => toText(error).includes(word)));
}

/** The documentation pages. */
@Controller('docs')
@Access('none')
@ForAllRoutes(Compressible())
export class DocumentationController {
  private errorViewByCode: ReadonlyMap<string, ErrorView> | undefined;

  constructor(
    private readonly documents: DocumentService,
    private readonly signedInUsers: SignedInUserResolver,
    private readonly config: Config,
  ) {}

  /**
   * Lists every endpoint by tag.
   * @example {"title": "Kontor", "version": "0.1.0", "description": "A self-hosted trading-data service.", "openapi":
   *   "/openapi.json", "guides": [{"name": "streams", "title": "Streams",
   *   "summary": "What the market does, live.", "href": "/docs/streams"}], "rooms": [{"name": "users", "description": "The people who may sign in, and their passwords.",
   *   "operations": [{"operation_id": "getCurrentUser", "method": "GET", "path": "/users/me", "access": "bearer", "summary":
   *   "Shows the signed-in user, or the customer for whom an administrator acts", "href":
   *   "/docs/operations/getCurrentUser"}]}]}
   */
  @Get()
  @HtmlPage(documentationPage)
  async getDocumentation(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentationView> {
    const view = toDocumentationView(this.documents.getDocument().document, this.documents.contract.guides);
    const key = await this.findExampleClient(request, reply);
    const pageView: ReaderDocumentation = key === null ? view : { ...view, exampleClient: key };
    return pageView;
  }

  /**
   * Describes an endpoint: parameters, body, responses and errors.
   *
   * The page can send the request.
   *
   * @example {"operation_id": "getCurrentUser", "method": "GET", "path": "/users/me", "access": "bearer", "summary": "Shows the
   *   signed-in user, or the customer for whom an administrator acts", "href": "/docs/operations/getCurrentUser", "room":
   *   "users", "description": "", "guide": null, "parameters": [], "body": null, "answers": [{"status": 200, "description":
   *   "Success.", "content_types": ["application/json", "text/html"], "fields": [{"name": "email", "type": "text",
   *   "required": true, "description": ""}], "example": {"id": 42, "email": "ada@example.test"}, "codes": []}], "curl":
   *   "curl \"$BASE/users/me\" -H 'Accept: application/json' -H \"Authorization: Bearer $TOKEN\""}
   * @param operation The `operationId` of the endpoint, for example `getOpenApiDocument`.
   */
  @Get('operations/:operation')
  @HtmlPage(operationPage)
  async getOperation(
    @Param('operation') operation: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OperationView> {
    const view = toOperationView(this.documents.getDocument().document, operation);
    if (!view) throw new UnknownOperationError(operation);
    const key = await this.findExampleClient(request, reply);
    const pageView: ReaderOperation = key === null ? view : { ...view, exampleClient: key };
    return pageView;
  }

  /**
   * Lists all error codes, or those that match a search.
   * @example [{"code": "email_taken", "status": 409, "cause": "A user with this email exists already.", "fix": "Sign in with
   *   the user that exists, or register another email.", "href": "/docs/errors/email_taken", "operations":
   *   ["createUser"]}]
   */
  @Get('errors')
  @HtmlPage(errorCodesPage, { allowEmptyQuery: true })
  listErrorCodes(@Query() { q: text }: ListErrorCodesQuery): readonly ErrorView[] {
    return searchErrors([...this.getErrorViews().values()], text ?? '');
  }

  /**
   * Describes an error code with its cause and fix.
   *
   * The `type` of every problem is the URL of this page.
   *
   * @example {"code": "email_taken", "status": 409, "cause": "A user with this email exists already.", "fix": "Sign in with
   *   the user that exists, or register another email.", "href": "/docs/errors/email_taken", "operations":
   *   ["createUser"]}
   * @param code The `code` of the problem, for example `invalid_request`.
   */
  @Get('errors/:code')
  @HtmlPage(errorCodePage)
  getErrorCode(@Param('code') code: string): ErrorView {
    const view = this.getErrorViews().get(code);
    if (!view) throw new UnknownErrorCodeError(code);
    return view;
  }

  /**
   * Shows a guide, for example about streams or webhooks.
   * @example {"name": "streams", "title": "Streams", "summary": "What the market does, live.", "href": "/docs/streams",
   *   "text": "What the market does, live."}
   * @param guide The name of the document, for example `streams`.
   */
  @Get(':guide')
  @HtmlPage(guidePage)
  getGuide(@Param('guide') guide: string): GuideView {
    const view = toGuideView(this.documents.contract.guides, guide, this.config.baseUrl);
    if (!view) throw new UnknownGuideError(guide);
    return view;
  }

  /** Programs see no key; only a session identifies the reader. */
  private async findExampleClient(request: FastifyRequest, reply: FastifyReply): Promise<ExampleClient | null> {
    if (!respondsWithPage(request) || request.headers.cookie === undefined) return null;
    const signedInUser = await this.signedInUsers.resolve(request, reply);
    return signedInUser ? this.documents.exampleClients.handler(signedInUser.userId) : null;
  }

  /** The list of endpoints per code is computed once from the whole document. */
  private getErrorViews(): ReadonlyMap<string, ErrorView> {
    this.errorViewByCode ??= new Map(
      toErrorViews(this.documents.contract, this.documents.getDocument().document).map((view) => [view.code, view]),
    );
    return this.errorViewByCode;
  }
}
