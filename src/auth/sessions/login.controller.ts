import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { wantsJson } from '../../http/accept.js';
import { HOME_PATH } from '../../http/navigation.js';
import { RESUME_FORM_BYTES } from '../../http/local-path.js';
import { BodyLimit, BrowserOnly, HtmlPage } from '../../http/route-options.decorator.js';
import { authorizationPage } from '../authorize/authorization.page.js';
import type { NewPasswordView, SignInView } from '../authorize/authorization.view.js';
import { SignInPasswordsService } from '../sign-in-passwords.service.js';
import { LoginForm, LoginQuery } from './login.dto.js';
import { OwnFormGuard } from './own-form.guard.js';
import { SessionStrategy } from './session.strategy.js';

/** Where people sign in. */
@Controller('login')
@Access('none')
export class LoginController {
  constructor(
    private readonly signIns: SignInPasswordsService,
    private readonly browsers: SessionStrategy,
  ) {}

  /** Shows the form with which somebody signs in. A browser that was sent away from a page, or had typed an email with a wrong password, finds both kept. */
  @Get()
  @BrowserOnly()
  @HtmlPage(authorizationPage)
  async showSignInForm(
    @Query() query: LoginQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInView | NewPasswordView> {
    const { path = HOME_PATH, email = '', asksNewPassword = false } = this.browsers.flashNote(request);
    const { resume = path } = query;
    const formToken = await this.browsers.formToken(request, reply);
    if (asksNewPassword) return { page: 'new-password', username: email, resume, form_token: formToken };
    return {
      page: 'sign-in',
      application: null,
      username: email,
      resume,
      sign_up: this.browsers.signUpTo(resume),
      form_token: formToken,
    };
  }

  /**
   * Signs somebody in and sends them on. The session has a new cookie afterwards, whatever cookie there was before.
   *
   * A user whose password must be changed is asked for a new one first, and sends it with the current password; no session is opened before.
   *
   * @takes form
   * @answer 303 On to `resume`; after a wrong password, too, where the page says so.
   */
  @Post()
  @BrowserOnly()
  @UseGuards(OwnFormGuard)
  @BodyLimit(RESUME_FORM_BYTES)
  @HttpCode(303)
  async submitSignInForm(
    @Body() form: LoginForm,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { username, password, new_password: newPassword = '', resume = HOME_PATH } = form;
    const signIn = await this.signIns.signIn({ username, password, newPassword }, this.browsers.originOf(request));
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    if ('userId' in signIn) {
      await this.browsers.signIn(signIn.userId, request, reply);
      reply.header('location', resume);
      return;
    }
    const { failure, sentence, asksNewPassword } = signIn;
    if (wantsJson(request.headers.accept)) throw failure;
    reply
      .header('set-cookie', this.browsers.leaveRefusal(sentence, { email: username, asksNewPassword }))
      .header('location', back(resume));
  }
}

/** An authorization request shows the form by itself, for it knows the application. */
function back(resume: string): string {
  return resume.startsWith('/oauth/authorize?') ? resume : `/login?resume=${encodeURIComponent(resume)}`;
}
