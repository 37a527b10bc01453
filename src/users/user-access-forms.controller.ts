import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Cookies } from '../http/cookies.js';
import { PathId } from '../http/fields.decorator.js';
import { AcceptForm, BrowserOnly, ForAllRoutes, RequiresRecentSignIn } from '../http/route-options.decorator.js';
import { roleNames } from './user.view.js';
import { OtherUserGuard } from './other-user.guard.js';
import { UserAdministrationService } from './user-administration.service.js';
import { UserRoleForm } from './user-forms.dto.js';
import { Disabling } from './users.dto.js';

/** Buttons of the page of a user. Programs use the endpoints of the same names below `/users/:id`. */
@Controller('users/:id/access')
@Access('session')
@UseGuards(AdministratorGuard)
@ForAllRoutes(BrowserOnly(), RequiresRecentSignIn(), HttpCode(303))
export class UserAccessFormsController {
  constructor(
    private readonly administration: UserAdministrationService,
    private readonly cookies: Cookies,
  ) {}

  /**
   * Enables a user's sign-in. For administrators.
   *
   * @takes form
   * @param id The number of the user.
   * @answer 303 Redirects to the page of the user.
   */
  @Post('enable')
  async submitUserEnabling(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { user } = await this.administration.enable(actor, id);
    this.redirectToUser(reply, id, `${user.email} is enabled: signing in works again.`);
  }

  /**
   * Disables a user, with or without their orders. For administrators.
   *
   * @takes form
   * @param id The number of the user.
   * @answer 303 Redirects to the page of the user.
   */
  @Post('disable')
  @UseGuards(new OtherUserGuard('An administrator cannot close the account that they are using.'))
  @AcceptForm({ flags: ['cancel_orders'] })
  async submitUserDisabling(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { cancel_orders: isCancelling = false }: Disabling,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { user, cancelledOrders } = await this.administration.disable(actor, id, { isCancelling });
    const orders = describeOrders(cancelledOrders);
    this.redirectToUser(reply, id, `${user.email} is disabled and signed out everywhere. ${orders}`);
  }

  /**
   * Ends all sessions and tokens of a user. For administrators.
   *
   * @takes form
   * @param id The number of the user.
   * @answer 303 Redirects to the page of the user.
   */
  @Post('end-sessions')
  @UseGuards(new OtherUserGuard('End your own sign-ins at /profile/access.'))
  async submitUserSessionsEnd(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { email } = await this.administration.endSessions(actor, id);
    this.redirectToUser(reply, id, `${email} is signed out everywhere, and all their tokens have ended.`);
  }

  /**
   * Changes the role of a user and ends their sessions and tokens. For administrators.
   *
   * @takes form
   * @param id The number of the user.
   * @answer 303 Redirects to the page of the user.
   */
  @Post('role')
  @UseGuards(new OtherUserGuard('Another administrator can change your role.'))
  async submitUserRole(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { role }: UserRoleForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { email } = await this.administration.changeRole(actor, id, role);
    this.redirectToUser(reply, id, `${email} is ${roleNames[role].withArticle} now, and signed out everywhere.`);
  }

  private redirectToUser(reply: FastifyReply, id: number, saying: string): void {
    this.cookies.redirectWithFlash(reply, `/users/${id}`, saying);
  }
}

/** Describes what happened to the user's orders; null if they were not to be canceled. */
function describeOrders(cancelled: number | null): string {
  if (cancelled === null) return 'Their working orders stay.';
  return cancelled === 0
    ? 'They had no working orders.'
    : cancelled === 1
      ? 'Their working order is canceled.'
      : `Their ${cancelled} working orders are canceled.`;
}
