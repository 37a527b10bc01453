import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Cookies } from '../http/cookies.js';
import { BrowserOnly, ForAllRoutes, HtmlFormErrors, HtmlPage } from '../http/route-options.decorator.js';
import { DetailsForm } from './user-forms.dto.js';
import { detailsPage, rejectedDetailsPage } from './user-forms.page.js';
import { ProfileService } from './profile.service.js';
import { type UserView, toUserView } from './user.view.js';
import { UsersService } from './users.service.js';

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
