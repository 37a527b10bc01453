import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { respondsWithPage } from '../http/accept.js';
import { Cookies } from '../http/cookies.js';
import { redirectWithFlash } from '../http/flash-redirect.js';
import { PathId } from '../http/fields.decorator.js';
import { parseCursor, formatNextLink, toPageSlice } from '../http/paging.js';
import {
  CsvDownload,
  AllowEmptyQuery,
  RequiresRecentSignIn,
  SafeToRepeat,
  HtmlPage,
  AcceptForm,
} from '../http/route-options.decorator.js';
import { DisabledUsersService } from './disabled-users.service.js';
import { OtherUserGuard } from './other-user.guard.js';
import { type ManagedUserView, toManagedUserView, type ShownUserView, USER_COLUMNS } from './user.view.js';
import { UserAdministrationService } from './user-administration.service.js';
import { userPage, usersPage } from './users.page.js';
import { Disabling, UserQuestion } from './users.dto.js';

@Controller('users')
@UseGuards(AdministratorGuard)
export class UserAdministrationController {
  constructor(
    private readonly administration: UserAdministrationService,
    private readonly cookies: Cookies,
    private readonly disabledUsers: DisabledUsersService,
  ) {}

  /**
   * Lists users, with a search by email or name.
   *
   * For administrators who act for themselves. `Link` has the next page.
   */
  @Get()
  @HtmlPage(usersPage)
  @CsvDownload(USER_COLUMNS)
  @AllowEmptyQuery()
  async listUsers(
    @CurrentActor() actor: Actor,
    @Query() { per_page: size, cursor, q: containing }: UserQuestion,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUserView[]> {
    const after = cursor === undefined ? null : parseCursor(cursor);
    const { rows, next } = toPageSlice(
      await this.administration.list(actor, { size: size + 1, after, containing }),
      size,
    );
    if (next !== null) reply.header('link', formatNextLink(request.url, next));
    return rows.map(toManagedUserView);
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
      working_orders: await this.disabledUsers.countWorkingOrders(id),
      password_must_change: user.passwordMustChange,
    };
    return shown;
  }

  /**
   * Enables a user's sign-in.
   *
   * For administrators.
   *
   * @param id The number of the user.
   * @answer 303 Redirects a browser to the page of the user.
   */
  @Post(':id/enable')
  @RequiresRecentSignIn()
  @HtmlPage(userPage)
  @HttpCode(200)
  async enableUser(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUserView> {
    const user = toManagedUserView(await this.administration.enable(actor, id));
    this.redirectToUser(request, reply, {
      to: `/users/${user.id}`,
      saying: `${user.email} is enabled: signing in works again.`,
    });
    return user;
  }

  /**
   * Disables a user: no sign-in, and all tokens end.
   *
   * For administrators. Trading accounts and working orders stay, unless `cancel_orders` cancels the orders in the
   * user's own accounts. The ended tokens stay ended when the user is enabled again.
   *
   * @param id The number of the user.
   * @answer 303 Redirects a browser to the page of the user.
   */
  @Post(':id/disable')
  @UseGuards(new OtherUserGuard('An administrator cannot close the account that they are using.'))
  @RequiresRecentSignIn()
  @SafeToRepeat()
  @HtmlPage(userPage)
  @AcceptForm({ flags: ['cancel_orders'] })
  @HttpCode(200)
  async disableUser(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { cancel_orders: isCancelling = false }: Disabling,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUserView> {
    const user = toManagedUserView(await this.administration.disable(actor, id));
    const cancelled = isCancelling ? await this.disabledUsers.cancelOrders(actor, id) : null;
    this.redirectToUser(reply.request, reply, {
      to: `/users/${user.id}`,
      saying: `${user.email} is disabled and signed out everywhere. ${describeOrders(cancelled)}`,
    });
    return user;
  }

  /**
   * Ends all sessions and tokens of a user.
   *
   * For administrators. The user may sign in again.
   *
   * @param id The number of the user.
   * @answer 303 Redirects a browser to the page of the user.
   */
  @Post(':id/end-sessions')
  @UseGuards(new OtherUserGuard('End your own sign-ins at /profile/access.'))
  @RequiresRecentSignIn()
  @SafeToRepeat()
  @HtmlPage(userPage)
  @HttpCode(200)
  async endUserSessions(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUserView> {
    const user = toManagedUserView(await this.administration.endSessions(actor, id));
    this.redirectToUser(request, reply, {
      to: `/users/${user.id}`,
      saying: `${user.email} is signed out everywhere, and all their tokens have ended.`,
    });
    return user;
  }

  /** The same endpoint serves programs and pages: a page redirects to a URL that can be reloaded. */
  private redirectToUser(
    request: FastifyRequest,
    reply: FastifyReply,
    way: Parameters<typeof redirectWithFlash>[2],
  ): void {
    if (!respondsWithPage(request)) return;
    reply.status(303);
    redirectWithFlash(reply, this.cookies, way);
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
