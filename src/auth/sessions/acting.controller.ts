import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdministratorGuard } from '../../access/administrator.guard.js';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { BrowserOnly, ForAllRoutes } from '../../http/route-options.decorator.js';
import { LoginRequiredError } from '../auth-errors.js';
import { StartActingDto } from './sessions.dto.js';
import { ActingService } from './acting.service.js';
import { BrowserSessions } from './browser-sessions.provider.js';
import type { SignInSession } from './sessions.service.js';

/**
 * Administrators start and stop acting for a customer in a browser.
 *
 * Programs request a token with `customer_id` instead.
 */
@Controller('acting')
@Access('session')
@ForAllRoutes(BrowserOnly(), HttpCode(303))
export class ActingController {
  constructor(
    private readonly acting: ActingService,
    private readonly browserSessions: BrowserSessions,
  ) {}

  /**
   * Starts acting for a customer.
   *
   * Until the administrator stops or signs out, this browser shows and changes the data of that customer.
   *
   * @takes form
   * @answer 303 Redirects to the customer's overview.
   */
  @Post()
  @UseGuards(AdministratorGuard)
  async startActing(
    @CurrentActor() actor: Actor,
    @Body() { customer_id: customerId }: StartActingDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { sessionId } = await this.requireSession(request);
    await this.acting.start(actor, sessionId, Number(customerId));
    reply.header('location', '/desk');
  }

  /**
   * Stops acting for a customer.
   *
   * Ends the access that applications got meanwhile.
   *
   * @takes form
   * @answer 303 Redirects to the page of the customer.
   */
  @Post('end')
  async stopActing(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const { sessionId, userId, actingFor } = await this.requireSession(request);
    await this.acting.end(sessionId);
    if (actingFor !== null)
      reply.header('set-cookie', this.browserSessions.cookies.setFlash(`You no longer act for ${actingFor}.`));
    reply.header('location', actingFor === null ? '/' : `/users/${userId}`);
  }

  private async requireSession(request: FastifyRequest): Promise<SignInSession> {
    const session = await this.browserSessions.findSession(request);
    if (!session) throw new LoginRequiredError();
    return session;
  }
}
