import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { PathId } from '../../http/fields.decorator.js';
import { BrowserOnly, ForAllRoutes, HtmlPage, RequiresRecentSignIn } from '../../http/route-options.decorator.js';
import { BrowserSessions } from '../sessions/browser-sessions.provider.js';
import { accountAccessPage } from './account-access.page.js';
import { toAccountAccessView, type AccountAccessView } from './account-access.view.js';
import { OwnApplicationsService } from './own-applications.service.js';
import { OwnSessionsService } from './own-sessions.service.js';

const ACCESS_PATH = '/profile/access';

const EXPOSED_KEYS_WARNING =
  ' It could read and change your API keys. Check them and replace their secrets on the API keys page.';

/** Users see and end their sessions and the access of applications. */
@Controller('profile/access')
@Access('session')
@ForAllRoutes(BrowserOnly())
export class AccountAccessController {
  constructor(
    private readonly sessions: OwnSessionsService,
    private readonly applications: OwnApplicationsService,
    private readonly browserSessions: BrowserSessions,
  ) {}

  /** Shows the user's sessions and the applications with access. */
  @Get()
  @HtmlPage(accountAccessPage)
  async showAccountAccess(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<AccountAccessView> {
    const currentSession = await this.browserSessions.findSession(request);
    return toAccountAccessView(
      await this.sessions.list(actor),
      currentSession?.sessionId ?? null,
      await this.applications.list(actor),
    );
  }

  /**
   * Ends one of the user's sessions and the access that applications got in it.
   * @takes form
   * @answer 303 Redirects to the page with a message.
   * @param id The number of the sign-in.
   */
  @Post('sign-ins/:id/end')
  @RequiresRecentSignIn()
  @HttpCode(303)
  async endSignIn(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(actor, id);
    this.browserSessions.cookies.redirectWithFlash(reply, ACCESS_PATH, 'The sign-in is ended.');
  }

  /**
   * Ends all of the user's sessions except the current one.
   * @takes form
   * @answer 303 Redirects to the page with a message.
   */
  @Post('sign-ins/end-others')
  @RequiresRecentSignIn()
  @HttpCode(303)
  async endOtherSignIns(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const currentSession = await this.browserSessions.findSession(request);
    const count = await this.sessions.endOthers(actor, currentSession?.sessionId ?? 0);
    this.browserSessions.cookies.redirectWithFlash(reply, ACCESS_PATH, formatEndedSignIns(count));
  }

  /**
   * Withdraws an application's access: its consent and all its tokens.
   * @takes form
   * @answer 303 Redirects to the page with a message.
   * @param clientId The client id of the application's API key.
   */
  @Post('applications/:client_id/withdraw')
  @RequiresRecentSignIn()
  @HttpCode(303)
  async withdrawApplication(
    @CurrentActor() actor: Actor,
    @Param('client_id') clientId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const managedKeys = await this.applications.withdraw(actor, clientId);
    this.browserSessions.cookies.redirectWithFlash(
      reply,
      ACCESS_PATH,
      `The application has no access any more.${managedKeys ? EXPOSED_KEYS_WARNING : ''}`,
    );
  }
}

function formatEndedSignIns(count: number): string {
  if (count === 0) return 'There was no other sign-in.';
  return count === 1 ? 'The other sign-in is ended.' : `The ${count} other sign-ins are ended.`;
}
