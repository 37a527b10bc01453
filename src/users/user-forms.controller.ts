import { Body, Controller, Get, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Cookies } from '../http/cookies.js';
import {
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  RequiresRecentSignIn,
} from '../http/route-options.decorator.js';
import { DetailsForm, UserPasswordForm, NewCustomerForm } from './user-forms.dto.js';
import {
  detailsPage,
  rejectedDetailsPage,
  rejectedUserPasswordPage,
  userPasswordPage,
  newCustomerPage,
  rejectedCustomerPage,
} from './user-forms.page.js';
import { ProfileService } from './profile.service.js';
import { type UserView, toUserView, type ManagedUserView, toManagedUserView } from './user.view.js';
import { UsersService } from './users.service.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { PathId } from '../http/fields.decorator.js';
import { OtherUserGuard } from './other-user.guard.js';
import { UserAdministrationService } from './user-administration.service.js';

/** Users see and change their details. */
@Controller('profile/details')
@Access('session')
@ForAllRoutes(BrowserOnly())
export class DetailsController {
  constructor(
    private readonly users: UsersService,
    private readonly profile: ProfileService,
    private readonly cookies: Cookies,
  ) {}

  /** Shows the form with the user's details. */
  @Get()
  @HtmlPage(detailsPage)
  async showProfileForm(@CurrentActor() actor: Actor): Promise<UserView> {
    return toUserView(await this.users.findSelf(actor));
  }

  /**
   * Changes the user's details.
   *
   * A new email needs the current password.
   *
   * @takes form
   * @answer 303 Redirects to the page with a message.
   */
  @Post()
  @HtmlFormErrors(rejectedDetailsPage)
  @HttpCode(303)
  async submitProfileForm(
    @CurrentActor() actor: Actor,
    @Body() form: DetailsForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { first_name, last_name, email, current_password = '', ...address } = form;
    await this.profile.change(actor, { first_name, last_name, email, current_password, address });
    this.cookies.redirectWithFlash(reply, '/profile/details', 'Your details are saved.');
  }
}

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

/**
 * Administrators register customers in the browser.
 *
 * Programs use `POST /users`, which takes an API key and no session.
 */
@Controller('users/new')
@Access('session')
@UseGuards(AdministratorGuard)
@ForAllRoutes(BrowserOnly())
export class NewCustomerController {
  constructor(
    private readonly administration: UserAdministrationService,
    private readonly cookies: Cookies,
  ) {}

  /** Shows the form for a new customer. For administrators. */
  @Get()
  @HtmlPage(newCustomerPage)
  showNewCustomerForm(): object {
    return {};
  }

  /**
   * Registers a customer. For administrators.
   *
   * @takes form
   * @answer 303 Redirects to the page of the customer.
   */
  @Post()
  @RequiresRecentSignIn()
  @HtmlFormErrors(rejectedCustomerPage)
  @HttpCode(303)
  async submitNewCustomerForm(
    @CurrentActor() actor: Actor,
    @Body() form: NewCustomerForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { first_name, last_name, email, password, ...address } = form;
    const user = await this.administration.register(actor, { first_name, last_name, email, password, address });
    const accounts = (await this.administration.listAccounts(user.id)).map(({ id, name }) => `${name} (${id})`);
    const trading =
      accounts.length === 0
        ? 'They have no account to trade with yet.'
        : `They can trade with ${accounts.join(' and ')}.`;
    this.cookies.redirectWithFlash(
      reply,
      `/users/${user.id}`,
      `${user.email} is a customer now. ${trading} Tell them their first password yourself; nothing is sent.`,
    );
  }
}
