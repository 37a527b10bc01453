import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { wantsJson } from '../../http/accept.js';
import { ARRIVAL } from '../../http/navigation.js';
import { BodyLimit, ForPeople, ShownBy } from '../../http/shown-by.decorator.js';
import { passwordBytes } from '../../users/password.js';
import { SignInFailed } from '../auth-errors.js';
import { TooManyAttempts } from '../oauth-errors.js';
import { signInPage } from '../authorize/authorization.page.js';
import type { SignInView } from '../authorize/authorization.view.js';
import { SignInService } from '../sign-in.service.js';
import { LoginForm, LoginQuery } from './login.dto.js';
import { RESUMABLE_BYTES } from '../../http/own-address.js';
import { OwnForm } from './own-form.guard.js';
import { SessionsService } from './sessions.service.js';
import { SessionStrategy } from './session.strategy.js';

/** Where people sign in. */
@Controller('login')
@Access('none')
export class LoginController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionsService,
    private readonly browsers: SessionStrategy,
  ) {}

  /** Shows the form with which somebody signs in. A browser that was sent away from a page, or had typed an email with a wrong password, finds both kept. */
  @Get()
  @ForPeople()
  @ShownBy(signInPage)
  async show(@Query() query: LoginQuery, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<SignInView> {
    const { path = ARRIVAL, email = '' } = this.browsers.flashNote(request);
    const { resume = path } = query;
    return { page: 'sign-in', application: null, username: email, resume, sign_up: this.browsers.signUpTo(resume), form_token: await this.browsers.formToken(request, reply) };
  }

  /**
   * Signs somebody in and sends them on. The session has a new cookie afterwards, whatever cookie there was before.
   *
   * @takes form
   * @answer 303 On to `resume`; after a wrong password, too, where the page says so.
   */
  @Post()
  @ForPeople()
  @UseGuards(OwnForm)
  @BodyLimit(RESUMABLE_BYTES)
  @HttpCode(303)
  async signIn(@Body() { username, password, resume = ARRIVAL }: LoginForm, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const bytes = passwordBytes(password);
    const user = bytes && (await this.signIns.signIn({ username, password: bytes }, this.browsers.originOf(request)).catch((error: unknown) => this.refuse(error, username)));
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    if (!user) {
      await this.signIns.noteRefusal(username);
      const failure = new SignInFailed();
      if (wantsJson(request.headers.accept)) throw failure;
      reply.header('set-cookie', this.browsers.leaveRefusal(failure.message, username)).header('location', back(resume));
      return;
    }
    await this.browsers.signIn(user.id, request, reply);
    reply.header('location', resume);
  }

  /** Too many have failed: nobody looked at the password, but it was refused all the same. */
  private async refuse(error: unknown, username: string): Promise<never> {
    if (error instanceof TooManyAttempts) await this.signIns.noteRefusal(username, error.code);
    throw error;
  }
}

/** An authorization request shows the form by itself, for it knows the application. */
function back(resume: string): string {
  return resume.startsWith('/oauth/authorize?') ? resume : `/login?resume=${encodeURIComponent(resume)}`;
}
