import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { domainError } from '../errors/domain-error.js';
import { Compressible, ForAllRoutes, HtmlPage, MarkdownText } from '../http/route-options.decorator.js';
import { DocumentationReaders } from './documentation-readers.provider.js';
import { ListErrorCodesQuery } from './documentation.dto.js';
import { documentationPage } from './documentation.page.js';
import { DocumentationViews } from './documentation-views.provider.js';
import type { DocumentationView, GuideView } from './documentation.view.js';
import { errorCodePage, errorCodesPage } from './error-codes.page.js';
import type { ErrorView } from './error-codes.view.js';
import { guidePage } from './guide.page.js';
import {
  formatDocumentation,
  formatErrorCode,
  formatErrorCodes,
  formatGuide,
  formatOperationPage,
} from './markdown-text.js';
import { operationPage } from './operation.page.js';
import type { OperationView } from './operation.view.js';
import { splitWords } from './search-index.js';

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
  const words = splitWords(text);
  const toText = ({ status, other_status: other, code, cause, fix }: ErrorView): string =>
    [status, other, code, cause, fix].join(' ').toLowerCase();
  return errors.filter((error) => words.every((word) => toText(error).includes(word)));
}

/** The documentation pages. */
@Controller('docs')
@Access('none')
@ForAllRoutes(Compressible())
export class DocumentationController {
  constructor(
    private readonly views: DocumentationViews,
    private readonly readers: DocumentationReaders,
  ) {}

  /**
   * Lists every endpoint by tag.
   * @example {"title": "Kontor", "version": "0.1.0", "description": "A self-hosted trading-data service.", "openapi":
   *   "/openapi.json", "guides": [{"name": "streams", "title": "Streams",
   *   "summary": "What the market does, live.", "href": "/docs/streams"}], "rooms": [{"name": "users", "title": "Users", "href": "/docs/reference/users", "description": "The people who may sign in, and their passwords.",
   *   "operations": [{"operation_id": "getCurrentUser", "method": "GET", "path": "/users/me", "access": "bearer", "summary":
   *   "Shows the signed-in user, or the customer for whom an administrator acts", "href":
   *   "/docs/operations/getCurrentUser", "browser_only": false}]}]}
   */
  @Get()
  @HtmlPage(documentationPage)
  @MarkdownText(formatDocumentation)
  getDocumentation(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentationView> {
    return this.readers.attach(this.views.getOverview(), request, reply);
  }

  /**
   * Describes an endpoint: parameters, body, responses and errors.
   *
   * The page can send the request.
   *
   * @example {"operation_id": "getCurrentUser", "method": "GET", "path": "/users/me", "access": "bearer", "summary": "Shows the
   *   signed-in user, or the customer for whom an administrator acts", "href": "/docs/operations/getCurrentUser", "browser_only": false, "scope": "read", "room":
   *   "users", "description": "", "guide": null, "parameters": [], "body": null, "answers": [{"status": 200, "description":
   *   "Success.", "content_types": ["application/json", "text/html"], "fields": [{"name": "email", "type": "text",
   *   "required": true, "description": ""}], "example": {"id": 42, "email": "ada@example.test"}, "codes": []}], "curl":
   *   "curl \"$BASE/users/me\" -H 'Accept: application/json' -H \"Authorization: Bearer $TOKEN\"",
   *   "typescript": "const response = await fetch(…", "python": "from urllib.request import Request, urlopen …"}
   * @param operation The `operationId` of the endpoint, for example `getOpenApiDocument`.
   */
  @Get('operations/:operation')
  @HtmlPage(operationPage)
  @MarkdownText(formatOperationPage)
  getOperation(
    @Param('operation') operation: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OperationView> {
    const view = this.views.findOperation(operation);
    if (!view) throw new UnknownOperationError(operation);
    return this.readers.attach(view, request, reply);
  }

  /**
   * Lists all error codes, or those that match a search.
   * @example [{"code": "email_taken", "status": 409, "cause": "A user with this email exists already.", "fix": "Sign in with
   *   the user that exists, or register another email.", "href": "/docs/errors/email_taken", "operations":
   *   ["createUser"]}]
   */
  @Get('errors')
  @HtmlPage(errorCodesPage, { allowEmptyQuery: true })
  @MarkdownText(formatErrorCodes)
  listErrorCodes(
    @Query() { q: text }: ListErrorCodesQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly ErrorView[]> {
    return this.readers.attach(searchErrors([...this.views.getErrors().values()], text ?? ''), request, reply);
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
  @MarkdownText(formatErrorCode)
  getErrorCode(
    @Param('code') code: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ErrorView> {
    const view = this.views.getErrors().get(code);
    if (!view) throw new UnknownErrorCodeError(code);
    return this.readers.attach(view, request, reply);
  }

  /**
   * Shows a guide, for example about streams or webhooks.
   * @example {"name": "streams", "title": "Streams", "summary": "What the market does, live.", "href": "/docs/streams",
   *   "text": "What the market does, live."}
   * @param guide The name of the document, for example `streams`.
   */
  @Get(':guide')
  @HtmlPage(guidePage)
  @MarkdownText(formatGuide)
  getGuide(
    @Param('guide') guide: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GuideView> {
    const view = this.views.findGuide(guide);
    if (!view) throw new UnknownGuideError(guide);
    return this.readers.attach(view, request, reply);
  }
}
