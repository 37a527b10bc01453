import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Config } from '../config/config.js';
import { Compressible, ForAllRoutes, HtmlPage, MarkdownText } from '../http/route-options.decorator.js';
import { changesPage, formatChanges, formatAtomFeed } from './changes.page.js';
import type { ChangeView } from './documentation.view.js';
import { DocumentationReaders } from './documentation-readers.provider.js';
import { DocumentationViews } from './documentation-views.provider.js';
import { formatDirectory } from './markdown-text.js';

/** What changed, and the directory of the documentation for language models. */
@Controller()
@Access('none')
@ForAllRoutes(Compressible())
export class ChangesController {
  constructor(
    private readonly views: DocumentationViews,
    private readonly readers: DocumentationReaders,
    private readonly config: Config,
  ) {}

  /**
   * Lists the changes of the service, newest version first.
   * @example [{"id": "change-0d3c7a526f", "version": "0.1.0", "kind": "Added", "text": "`GET /orderactions/stream`, a WebSocket that takes order actions.",
   *   "updated_at": "2026-11-26T05:00:00.000Z"}]
   */
  @Get('changes')
  @HtmlPage(changesPage)
  @MarkdownText(formatChanges)
  listChanges(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly ChangeView[]> {
    return this.readers.attach(this.views.changes, request, reply);
  }

  /**
   * Returns the changes of the service as an Atom feed.
   *
   * An entry keeps its id when its version is released.
   */
  @Get('changes.atom')
  @Header('content-type', 'application/atom+xml; charset=utf-8')
  getChangesFeed(): string {
    return formatAtomFeed(this.views.changes, this.config.baseUrl);
  }

  /**
   * Lists the pages of the documentation for language models.
   *
   * One line for each page, with the address of its Markdown (llmstxt.org).
   */
  @Get('llms.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  getDirectory(): string {
    return formatDirectory(this.views.getOverview(), this.config.baseUrl);
  }
}
