import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { wantsJson } from '../../http/accept.js';
import type { FlashNote } from '../../http/flash-note.js';
import { ARRIVAL } from '../../http/navigation.js';
import { RESUMABLE_BYTES } from '../../http/own-address.js';
import { BodyLimit, ForPeople, ShownBy } from '../../http/shown-by.decorator.js';
import { passwordBytes } from '../../users/password.js';
import { ProfileService } from '../../users/profile.service.js';
import type { User } from '../../users/user.entity.js';
import { GuessablePassword } from '../../users/user-errors.js';
import type { ChangedPassword } from '../../users/users.dto.js';
import { PasswordMustChange, SignInFailed } from '../auth-errors.js';
import { authorizationPage } from '../authorize/authorization.page.js';
import type { NewPasswordView, SignInView } from '../authorize/authorization.view.js';
import { TooManyAttempts } from '../oauth-errors.js';
import { SignInService } from '../sign-in.service.js';
import { LoginForm, LoginQuery } from './login.dto.js';
import { OwnForm } from './own-form.guard.js';
import { SessionStrategy } from './session.strategy.js';

/** Why nobody was signed in, in words, and what the form is to show again. */
type Refusal = Readonly<{ sentence: string; note: FlashNote; resume: string }>;

/** Where people sign in. */
@Controller('login')
@Access('none')
export class LoginController {
  constructor(
    private readonly signIns: SignInService,
    private readonly profile: ProfileService,
    private readonly browsers: SessionStrategy,
  ) {}

  /** Shows the form with which somebody signs in. A browser that was sent away from a page, or had typed an email with a wrong password, finds both kept. */
  @Get()
  @ForPeople()
  @ShownBy(authorizationPage)
  async show(@Query() query: LoginQuery, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<SignInView | NewPasswordView> {
    const { path = ARRIVAL, email = '', asksNewPassword = false } = this.browsers.flashNote(request);
    const { resume = path } = query;
    const formToken = await this.browsers.formToken(request, reply);
    if (asksNewPassword) return { page: 'new-password', username: email, resume, form_token: formToken };
    return { page: 'sign-in', application: null, username: email, resume, sign_up: this.browsers.signUpTo(resume), form_token: formToken };
  }

  /**
   * Signs somebody in and sends them on. The session has a new cookie afterwards, whatever cookie there was before.
   *
   * A user whose password must be changed is asked for a new one first, and sends it with the current password: nobody is signed in in between.
   *
   * @takes form
   * @answer 303 On to `resume`; after a wrong password, too, where the page says so.
   */
  @Post()
  @ForPeople()
  @UseGuards(OwnForm)
  @BodyLimit(RESUMABLE_BYTES)
  @HttpCode(303)
  async signIn(@Body() form: LoginForm, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const { username, resume = ARRIVAL } = form;
    const user = await this.authenticate(form, request);
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    if (!user) {
      await this.signIns.noteRefusal(username);
      const failure = new SignInFailed();
      if (wantsJson(request.headers.accept)) throw failure;
      this.askAgain(reply, { sentence: failure.message, note: { email: username }, resume });
      return;
    }
    const asked = await this.askForNewPassword(user, form, request);
    if (asked !== null) {
      this.askAgain(reply, { sentence: asked, note: { email: username, asksNewPassword: true }, resume });
      return;
    }
    await this.browsers.signIn(user.id, request, reply);
    reply.header('location', resume);
  }

  private async authenticate({ username, password }: LoginForm, request: FastifyRequest): Promise<User | null> {
    const bytes = passwordBytes(password);
    return bytes && this.signIns.signIn({ username, password: bytes }, this.browsers.originOf(request)).catch((error: unknown) => this.refuse(error, username));
  }

  /** The password is right. Null if the user may be signed in with it, or with the new one that came along. */
  private async askForNewPassword(user: User, { username, password, new_password: next = '' }: LoginForm, request: FastifyRequest): Promise<string | null> {
    if (next !== '') return this.choose(user, { current_password: password, new_password: next }, request);
    if (!user.passwordMustChange) return null;
    const failure = new PasswordMustChange();
    await this.signIns.noteRefusal(username, failure.code);
    if (wantsJson(request.headers.accept)) throw failure;
    return failure.message;
  }

  private async choose({ id, role }: User, passwords: ChangedPassword, request: FastifyRequest): Promise<string | null> {
    try {
      await this.profile.changePassword({ userId: id, actingUserId: id, role, clientId: null, scope: [] }, passwords);
      return null;
    } catch (error) {
      if (!(error instanceof GuessablePassword) || wantsJson(request.headers.accept)) throw error;
      return `The new password ${error.fault}.`;
    }
  }

  private askAgain(reply: FastifyReply, { sentence, note, resume }: Refusal): void {
    reply.header('set-cookie', this.browsers.leaveRefusal(sentence, note)).header('location', back(resume));
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
