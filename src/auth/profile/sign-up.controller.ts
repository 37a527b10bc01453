import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { RESUME_FORM_BYTES } from '../../http/local-path.js';
import { HOME_PATH } from '../../pages/navigation.js';
import { BodyLimit, BrowserOnly, ForAllRoutes, HtmlFormErrors, HtmlPage } from '../../http/route-options.decorator.js';
import { FormTokenGuard } from '../sessions/form-token.guard.js';
import { BrowserSessions } from '../sessions/browser-sessions.provider.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { SignUpDto, SignUpQuery } from './profile.dto.js';
import { signUpPage, signUpErrorPage } from './sign-up.page.js';
import type { SignUpView } from './profile.view.js';

/**
 * Users register themselves if `REGISTRATION` permits it.
 *
 * In production mode it must be set.
 */
@Controller('sign-up')
@Access('none')
@ForAllRoutes(BrowserOnly())
export class SignUpController {
  constructor(
    private readonly signIns: SignInService,
    private readonly browserSessions: BrowserSessions,
  ) {}

  /**
   * Shows the sign-up form.
   *
   * Only if `REGISTRATION` lets anyone register, as in the sandbox.
   */
  @Get()
  @HtmlPage(signUpPage)
  async showSignUpForm(
    @Query() { resume = HOME_PATH }: SignUpQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignUpView> {
    return { resume, form_token: await this.browserSessions.issueFormToken(request, reply) };
  }

  /**
   * Registers a customer, signs the customer in and redirects.
   *
   * Only if `REGISTRATION` lets anyone register, as in the sandbox.
   *
   * @takes form
   * @answer 303 Redirects to `resume`.
   */
  @Post()
  @UseGuards(FormTokenGuard)
  @HtmlFormErrors(signUpErrorPage)
  @BodyLimit(RESUME_FORM_BYTES)
  @HttpCode(303)
  async submitSignUpForm(
    @Body() { resume = HOME_PATH, ...details }: SignUpDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const user = await this.signIns.signUp(details, request.ip);
    await this.browserSessions.signIn({ userId: user.id }, request, reply);
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    this.browserSessions.cookies.redirectWithFlash(
      reply,
      resume,
      'Welcome. Your account is made, and you are signed in.',
    );
  }
}
