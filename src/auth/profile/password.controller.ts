import { Body, Controller, Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { OwnerGuard } from '../../access/owner.guard.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import {
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  RequiresRecentSignIn,
} from '../../http/route-options.decorator.js';
import { ProfileService } from '../../users/profile.service.js';
import { BrowserSessions } from '../sessions/browser-sessions.provider.js';
import { ChangePasswordFormDto, ConfirmPasswordDto } from './profile.dto.js';
import { passwordPage, passwordErrorPage, type PasswordView } from './password.page.js';

/** Confirms the password before a page shows secrets, when the last sign-in is more than 15 minutes ago. */
@Controller('profile/confirm')
@Access('session')
export class ConfirmationController {
  /**
   * Confirms the password and redirects back to a page.
   *
   * A password entered within the last 15 minutes is not asked for again. The page then shows secrets.
   *
   * @takes form
   * @answer 303 Redirects to `resume`.
   */
  @Post()
  @RequiresRecentSignIn()
  @BrowserOnly()
  @HttpCode(303)
  confirmPassword(
    @Body() { resume = '/profile' }: ConfirmPasswordDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    reply.header('location', resume);
  }
}

/** Users change their password. */
@Controller('profile/password')
@Access('session')
@ForAllRoutes(BrowserOnly())
export class PasswordController {
  constructor(
    private readonly profile: ProfileService,
    private readonly browserSessions: BrowserSessions,
  ) {}

  /** Shows the form for changing the password. */
  @Get()
  @HtmlPage(passwordPage)
  showPasswordForm(): PasswordView {
    return {};
  }

  /**
   * Changes the password and ends all sessions and tokens.
   *
   * The form needs the current password. The current browser gets a new session cookie.
   *
   * @takes form
   * @answer 303 Redirects to the page with a message.
   */
  @Post()
  @UseGuards(OwnerGuard)
  @HtmlFormErrors(passwordErrorPage)
  @HttpCode(303)
  async submitPasswordForm(
    @CurrentActor() actor: Actor,
    @Body() form: ChangePasswordFormDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.profile.changePassword(actor, form);
    await this.browserSessions.signIn({ userId: actor.userId }, request, reply);
    this.browserSessions.cookies.redirectWithFlash(
      reply,
      '/profile/password',
      'Your password is changed. Whatever was signed in with the old one is signed out.',
    );
  }
}
