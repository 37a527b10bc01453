import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { domainError } from '../errors/domain-error.js';
import { Compressible, ForAllRoutes, HtmlPage, MarkdownText } from '../http/route-options.decorator.js';
import { DocumentationReaders } from './documentation-readers.provider.js';
import { SearchDocumentationQuery } from './documentation.dto.js';
import { DocumentationViews } from './documentation-views.provider.js';
import { formatReference, formatResourceReference, formatSearchResults } from './markdown-text.js';
import { referencePage, resourceReferencePage } from './reference.page.js';
import type { ReferenceView, ResourceReferenceView, SearchResultView } from './documentation.view.js';
import { searchPage } from './search.page.js';

class UnknownResourceError extends domainError('unknown', 'unknown_resource') {
  constructor(name: string) {
    super(`The API reference has no resource with the name ${name}.`);
  }
}

/** The reference of the API by resource, and the search. */
@Controller('docs')
@Access('none')
@ForAllRoutes(Compressible())
export class ReferenceController {
  constructor(
    private readonly views: DocumentationViews,
    private readonly readers: DocumentationReaders,
  ) {}

  /**
   * Lists the endpoints for programs by resource.
   * @example {"title": "API reference", "summary": "Every endpoint for programs, by resource.", "resources": [{"name": "users", "title": "Users",
   *   "href": "/docs/reference/users", "description": "The people who may sign in, and their passwords.", "operations": [{"operation_id": "getCurrentUser",
   *   "method": "GET", "path": "/users/me", "access": "bearer", "summary": "Shows the signed-in user", "href":
   *   "/docs/operations/getCurrentUser", "browser_only": false}]}]}
   */
  @Get('reference')
  @HtmlPage(referencePage)
  @MarkdownText(formatReference)
  getReference(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReferenceView> {
    return this.readers.attach(this.views.getReference({ browserOnly: false }), request, reply);
  }

  /**
   * Lists the endpoints of a resource with their descriptions.
   * @example {"name": "users", "title": "Users", "href": "/docs/reference/users", "description": "The people who may sign in, and their
   *   passwords.", "operations": [{"operation_id": "getCurrentUser", "method": "GET", "path": "/users/me", "access": "bearer", "summary": "Shows the
   *   signed-in user", "href": "/docs/operations/getCurrentUser", "browser_only": false, "description": ""}], "pages": []}
   * @param resource The name of the resource, for example `orders`.
   */
  @Get('reference/:resource')
  @HtmlPage(resourceReferencePage)
  @MarkdownText(formatResourceReference)
  getResourceReference(
    @Param('resource') resource: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ResourceReferenceView> {
    const view = this.views.findResourceReference(resource);
    if (!view) throw new UnknownResourceError(resource);
    return this.readers.attach(view, request, reply);
  }

  /**
   * Lists the pages and forms for browsers.
   *
   * Programs do not request them.
   *
   * @example {"title": "Pages and forms", "summary": "What signed-in browsers request.", "resources": [{"name": "desk", "title": "Overview", "href":
   *   "/docs/pages#desk", "description": "Pages that combine several modules for traders.", "operations": [{"operation_id": "showOverview", "method":
   *   "GET", "path": "/desk", "access": "session", "summary": "Shows the trading overview", "href": "/docs/operations/showOverview",
   *   "browser_only": true}]}]}
   */
  @Get('pages')
  @HtmlPage(referencePage)
  @MarkdownText(formatReference)
  listPages(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<ReferenceView> {
    return this.readers.attach(this.views.getReference({ browserOnly: true }), request, reply);
  }

  /**
   * Searches guides, endpoints, errors and changes.
   *
   * Returns up to 30 results, best first, each with the passage that has the words.
   *
   * @example [{"kind": "guide", "title": "Orders: Change and cancel", "href": "/docs/orders#change-and-cancel", "passage": "OrderCancellation cancels one order"}]
   */
  @Get('search')
  @HtmlPage(searchPage, { allowEmptyQuery: true })
  @MarkdownText(formatSearchResults)
  searchDocumentation(
    @Query() { q: text }: SearchDocumentationQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly SearchResultView[]> {
    return this.readers.attach(this.views.search(text ?? ''), request, reply);
  }
}
