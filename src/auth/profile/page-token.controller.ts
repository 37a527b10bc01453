import { Controller, Header, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { BrowserOnly, HtmlPage } from '../../http/route-options.decorator.js';
import { BrowserSessions } from '../sessions/browser-sessions.provider.js';
import { pageTokenPage } from './page-token.page.js';
import { PageTokensService } from './page-tokens.service.js';
import { type PageTokenView, toPageTokenView } from './profile.view.js';

@Controller('profile/keys')
@Access('session')
export class PageTokenController {
  constructor(
    private readonly tokens: PageTokensService,
    private readonly browserSessions: BrowserSessions,
  ) {}

  /**
   * Issues a ten-minute token of a user's key.
   *
   * For trying API requests in the browser. The token has the access of the key with the role Customer, and ends with
   * the session. It cannot show or change API keys or credentials.
   *
   * @takes form
   * @param clientId The client id of the key.
   */
  @Post(':client_id/token')
  @BrowserOnly()
  @HtmlPage(pageTokenPage)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async issuePageToken(
    @CurrentActor() actor: Actor,
    @Param('client_id') clientId: string,
    @Req() request: FastifyRequest,
  ): Promise<PageTokenView> {
    const session = await this.browserSessions.findSession(request);
    return toPageTokenView(await this.tokens.issue(actor, clientId, session?.sessionId));
  }
}
