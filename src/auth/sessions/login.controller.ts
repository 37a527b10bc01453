import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { DomainError } from '../../errors/domain-error.js';
import { wantsJson } from '../../http/accept.js';
import { HOME_PATH } from '../../pages/navigation.js';
import { RESUME_FORM_BYTES } from '../../http/local-path.js';
import { BodyLimit, BrowserOnly, ForAllRoutes, HtmlFormErrors, HtmlPage } from '../../http/route-options.decorator.js';
import { authorizationPage, rejectedSignInPage } from '../oauth/authorize/authorization.page.js';
import type { NewPasswordView, SignInView } from '../oauth/authorize/authorization.view.js';
import { SignInPasswordsService } from '../sign-in/sign-in-passwords.service.js';
import { LoginDto, LoginQuery } from './sessions.dto.js';
import { FormTokenGuard } from './form-token.guard.js';
import { BrowserSessions } from './browser-sessions.provider.js';

/** Where people sign in. */
@Controller('login')
@Access('none')
@ForAllRoutes(BrowserOnly())
export class LoginController {
  constructor(
    private readonly signIns: SignInPasswordsService,
    private readonly browserSessions: BrowserSessions,
  ) {}

  /**
   * Shows the sign-in form.
   *
   * Keeps the page that the browser was redirected from, and the email after a wrong password.
   */
  @Get()
  @HtmlPage(authorizationPage)
  async showSignInForm(
    @Query() query: LoginQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInView | NewPasswordView> {
    const { path = HOME_PATH, email = '', asksNewPassword = false } = this.browserSessions.readFlashNote(request);
    const { resume = path } = query;
    const formToken = await this.browserSessions.issueFormToken(request, reply);
    if (asksNewPassword) return { page: 'new-password', username: email, resume, form_token: formToken };
    return {
      page: 'sign-in',
      application: null,
      username: email,
      resume,
      sign_up: this.browserSessions.formatSignUpUrl(resume),
      form_token: formToken,
    };
  }

  /**
   * Signs a user in and redirects.
   *
   * The session has a new cookie afterwards. A user whose password must be changed sends a new password with the
   * current one; no session is opened before.
   *
   * @takes form
   * @answer 303 Redirects to `resume`; after a wrong password back to the form.
   */
  @Post()
  @UseGuards(FormTokenGuard)
  @BodyLimit(RESUME_FORM_BYTES)
  @HttpCode(303)
  @HtmlFormErrors(rejectedSignInPage)
  async submitSignInForm(
    @Body() form: LoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { username, password, new_password: newPassword = '', resume = HOME_PATH } = form;
    const signIn = await this.signIns
      .signIn({ username, password, newPassword }, this.browserSessions.toSignInSource(request))
      .catch((error: unknown) => this.rejectSignIn(error, form, reply));
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    if ('userId' in signIn) {
      await this.browserSessions.signIn(signIn, request, reply);
      reply.header('location', resume);
      return;
    }
    const { failure, message, asksNewPassword } = signIn;
    if (wantsJson(request.headers.accept)) throw failure;
    reply
      .header('set-cookie', this.browserSessions.createRejectionFlash(message, { email: username, asksNewPassword }))
      .header('location', toSignInUrl(resume));
  }

  /** After too many failures there is a page of its own. The form of an authorization request, which it leads back to, keeps the email. */
  private rejectSignIn(
    error: unknown,
    { username, new_password: newPassword = '', resume = HOME_PATH }: LoginDto,
    reply: FastifyReply,
  ): never {
    if (error instanceof DomainError && isAuthorization(resume)) {
      const note = { email: username, asksNewPassword: newPassword !== '' };
      reply.header('set-cookie', this.browserSessions.createRejectionFlash(error.message, note));
    }
    throw error;
  }
}

/** An authorization request shows the form itself, because it knows the application. */
function toSignInUrl(resume: string): string {
  return isAuthorization(resume) ? resume : `/login?resume=${encodeURIComponent(resume)}`;
}

const isAuthorization = (resume: string): boolean => resume.startsWith('/oauth/authorize?');
