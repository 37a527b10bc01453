import { Controller, Header, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { BrowserOnly, HtmlPage } from '../../http/route-options.decorator.js';
import { BrowserSessions } from '../sessions/browser-sessions.provider.js';
import { pageTokenPage } from './page-token.page.js';
import { PageTokensService } from './page-tokens.service.js';
import { type PageTokenView, toPageTokenView } from './page-token.view.js';

@Controller('profile/keys')
@Access('session')
export class PageTokenController {
  constructor(
    private readonly tokens: PageTokensService,
    private readonly browserSessions: BrowserSessions,
  ) {}

  /**
   * Issues a token of a user's key for ten minutes.
   *
   * For trying API calls in the browser. It does what the key does by itself, as a customer and never as an administrator, and ends when the sign-in ends. Keys it neither shows nor changes,
   * and nothing of how its user signs in.
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
