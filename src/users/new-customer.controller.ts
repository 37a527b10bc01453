import { Body, Controller, Get, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Cookies } from '../http/cookies.js';
import {
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  RequiresRecentSignIn,
} from '../http/route-options.decorator.js';
import { NewCustomerForm } from './user-forms.dto.js';
import { newCustomerPage, rejectedCustomerPage } from './user-forms.page.js';
import { UserAdministrationService } from './user-administration.service.js';

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
