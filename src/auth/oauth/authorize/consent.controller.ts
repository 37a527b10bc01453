import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../../access/access.decorator.js';
import { BodyLimit, BrowserOnly } from '../../../http/route-options.decorator.js';
import { RESUME_FORM_BYTES } from '../../../http/local-path.js';
import { FormTokenGuard } from '../../sessions/form-token.guard.js';
import { BrowserSessions } from '../../sessions/browser-sessions.provider.js';
import { AuthorizationEndpointService } from './authorization-endpoint.service.js';
import { SignInRequiredError } from './authorization-errors.js';
import { ConsentDto } from './authorization.dto.js';

@Controller('oauth')
@Access('none')
export class ConsentController {
  constructor(
    private readonly endpoint: AuthorizationEndpointService,
    private readonly browserSessions: BrowserSessions,
  ) {}

  /**
   * Takes the user's decision on an application's request.
   * @takes form
   * @answer 303 Redirects to the authorization request.
   */
  @Post('consent')
  @BrowserOnly()
  @UseGuards(FormTokenGuard)
  @BodyLimit(RESUME_FORM_BYTES)
  @HttpCode(303)
  async submitConsent(
    @Body() { resume, decision }: ConsentDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const session = await this.browserSessions.findSession(request);
    if (!session) throw new SignInRequiredError();
    const parameters = Object.fromEntries(new URLSearchParams(resume.slice(resume.indexOf('?') + 1)));
    reply
      .header('cross-origin-opener-policy', 'unsafe-none')
      .header('location', await this.endpoint.submitDecision(parameters, decision === 'agree', session));
  }
}
