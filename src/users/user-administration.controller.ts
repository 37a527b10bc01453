import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { respondsWithPage } from '../http/accept.js';
import { PathId } from '../http/fields.decorator.js';
import { toListRange, toPage } from '../http/paging.js';
import { CsvDownload, RequiresRecentSignIn, SafeToRepeat, HtmlPage } from '../http/route-options.decorator.js';
import { OtherUserGuard } from './other-user.guard.js';
import { type ManagedUserView, toManagedUserView, type ShownUserView, USER_COLUMNS } from './user.view.js';
import { UserAdministrationService } from './user-administration.service.js';
import { userPage, usersPage } from './users.page.js';
import { Disabling, UserQuestion } from './users.dto.js';

@Controller('users')
@UseGuards(AdministratorGuard)
export class UserAdministrationController {
  constructor(private readonly administration: UserAdministrationService) {}

  /**
   * Lists users, with a search by email or name.
   *
   * For administrators who act for themselves. `Link` has the next page.
   */
  @Get()
  @HtmlPage(usersPage, { allowEmptyQuery: true })
  @CsvDownload(USER_COLUMNS)
  async listUsers(
    @CurrentActor() actor: Actor,
    @Query() query: UserQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUserView[]> {
    const users = await this.administration.list(actor, { ...toListRange(query), containing: query.q });
    return toPage(users, query, { reply, getId: ({ id }) => id }).map(toManagedUserView);
  }

  /**
   * Shows a user to an administrator.
   * @param id The number of the user.
   */
  @Get(':id')
  @HtmlPage(userPage)
  async getUser(@PathId() id: number, @Req() request: FastifyRequest): Promise<ManagedUserView> {
    const user = await this.administration.show(id);
    const view = toManagedUserView(user);
    if (!respondsWithPage(request)) return view;
    const shown: ShownUserView = {
      ...view,
      working_orders: await this.administration.countWorkingOrders(id),
      password_must_change: user.passwordMustChange,
      accounts: await this.administration.listAccounts(id),
    };
    return shown;
  }

  /**
   * Enables a user's sign-in.
   *
   * For administrators.
   *
   * @param id The number of the user.
   */
  @Post(':id/enable')
  @RequiresRecentSignIn()
  @HttpCode(200)
  async enableUser(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ManagedUserView> {
    const { user } = await this.administration.enable(actor, id);
    return toManagedUserView(user);
  }

  /**
   * Disables a user: no sign-in, and all tokens end, as do those of the user's API keys.
   *
   * For administrators. Trading accounts and working orders stay, unless `cancel_orders` cancels the orders in the
   * user's own accounts. The ended tokens stay ended when the user is enabled again.
   *
   * @param id The number of the user.
   */
  @Post(':id/disable')
  @UseGuards(new OtherUserGuard('An administrator cannot close the account that they are using.'))
  @RequiresRecentSignIn()
  @SafeToRepeat()
  @HttpCode(200)
  async disableUser(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { cancel_orders: isCancelling = false }: Disabling,
  ): Promise<ManagedUserView> {
    const { user } = await this.administration.disable(actor, id, { isCancelling });
    return toManagedUserView(user);
  }

  /**
   * Ends all sessions and tokens of a user.
   *
   * For administrators. The user may sign in again.
   *
   * @param id The number of the user.
   */
  @Post(':id/end-sessions')
  @UseGuards(new OtherUserGuard('End your own sign-ins at /profile/access.'))
  @RequiresRecentSignIn()
  @SafeToRepeat()
  @HttpCode(200)
  async endUserSessions(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ManagedUserView> {
    return toManagedUserView(await this.administration.endSessions(actor, id));
  }
}
