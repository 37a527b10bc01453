import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { BodyLimit, BrowserOnly } from '../../http/route-options.decorator.js';
import { RESUME_FORM_BYTES } from '../../http/local-path.js';
import { OwnFormGuard } from '../sessions/own-form.guard.js';
import { SessionStrategy } from '../sessions/session.strategy.js';
import { AuthorizationEndpointService } from './authorization-endpoint.service.js';
import { SignInRequired } from './authorization-errors.js';
import { ConsentForm } from './consent.dto.js';

@Controller('oauth')
@Access('none')
export class ConsentController {
  constructor(
    private readonly endpoint: AuthorizationEndpointService,
    private readonly browsers: SessionStrategy,
  ) {}

  /**
   * Takes the user's answer to what an application asks for.
   *
   * @takes form
   * @answer 303 On with the authorization request.
   */
  @Post('consent')
  @BrowserOnly()
  @UseGuards(OwnFormGuard)
  @BodyLimit(RESUME_FORM_BYTES)
  @HttpCode(303)
  async submitConsent(
    @Body() { resume, decision }: ConsentForm,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const session = await this.browsers.recognise(request);
    if (!session) throw new SignInRequired();
    const asked = Object.fromEntries(new URLSearchParams(resume.slice(resume.indexOf('?') + 1)));
    reply
      .header('cross-origin-opener-policy', 'unsafe-none')
      .header('location', await this.endpoint.decide(asked, decision === 'agree', session));
  }
}
