import { Body, Controller, Get, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Cookies } from '../http/cookies.js';
import { PathId } from '../http/fields.decorator.js';
import {
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  RequiresRecentSignIn,
} from '../http/route-options.decorator.js';
import { OtherUserGuard } from './other-user.guard.js';
import { ProfileService } from './profile.service.js';
import { UserPasswordForm } from './user-forms.dto.js';
import { rejectedUserPasswordPage, userPasswordPage } from './user-forms.page.js';
import { type ManagedUserView, toManagedUserView } from './user.view.js';
import { UserAdministrationService } from './user-administration.service.js';

/**
 * Administrators set another user's password.
 *
 * Only in the browser, because it needs the administrator's own password, which a token does not prove.
 */
@Controller('users/:id/password')
@Access('session')
@UseGuards(AdministratorGuard)
@ForAllRoutes(BrowserOnly())
export class UserPasswordController {
  constructor(
    private readonly administration: UserAdministrationService,
    private readonly profile: ProfileService,
    private readonly cookies: Cookies,
  ) {}

  /**
   * Shows the form for setting a user's password.
   * @param id The number of the user.
   */
  @Get()
  @HtmlPage(userPasswordPage)
  async showUserPasswordForm(@PathId() id: number): Promise<ManagedUserView> {
    return toManagedUserView(await this.administration.show(id));
  }

  /**
   * Sets a user's password and ends sessions and tokens.
   *
   * For administrators. The user must choose another password at the next sign-in.
   *
   * @takes form
   * @param id The number of the user.
   * @answer 303 Redirects to the page of the user.
   */
  @Post()
  @UseGuards(new OtherUserGuard('Change your own password at /profile/password.'))
  @RequiresRecentSignIn()
  @HtmlFormErrors(rejectedUserPasswordPage)
  @HttpCode(303)
  async submitUserPassword(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { new_password: next }: UserPasswordForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { email } = await this.profile.resetPassword(actor, { userId: id, next, mustChange: true });
    this.cookies.redirectWithFlash(
      reply,
      `/users/${id}`,
      `${email} has a new password. Tell it to them yourself; they choose another one at the next sign-in.`,
    );
  }
}
