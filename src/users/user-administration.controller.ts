import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { getsPage } from '../http/accept.js';
import { Cookies } from '../http/cookies.js';
import { goOn } from '../http/go-on.js';
import { PathId } from '../http/id.decorator.js';
import { idBehind, linkToNext, sliceOf } from '../http/paging.js';
import { AlsoCsv, AskedByForm, ShownBy } from '../http/shown-by.decorator.js';
import { type ManagedUserView, managedUserView, USER_COLUMNS } from './user.view.js';
import { UserAdministrationService } from './user-administration.service.js';
import { userPage, usersPage } from './users.page.js';
import { UserQuestion } from './users.dto.js';

@Controller('users')
export class UserAdministrationController {
  constructor(
    private readonly administration: UserAdministrationService,
    private readonly cookies: Cookies,
  ) {}

  /**
   * Lists all users, or those whose email or name contains a text.
   *
   * For administrators, and not while they act for a customer. `Link` leads to the next page.
   */
  @Get()
  @ShownBy(usersPage)
  @AlsoCsv(USER_COLUMNS)
  @AskedByForm()
  async list(
    @CurrentActor() actor: Actor,
    @Query() { per_page: size, cursor, q: containing }: UserQuestion,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUserView[]> {
    const after = cursor === undefined ? null : idBehind(cursor);
    const { rows, next } = sliceOf(await this.administration.list(actor, { size: size + 1, after, containing }), size);
    if (next !== null) reply.header('link', linkToNext(request.url, next));
    return rows.map(managedUserView);
  }

  /**
   * Shows a user to an administrator.
   * @param id The number of the user.
   */
  @Get(':id')
  @ShownBy(userPage)
  async show(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ManagedUserView> {
    return managedUserView(await this.administration.show(actor, id));
  }

  /**
   * Lets a user sign in again. For administrators.
   * @param id The number of the user.
   * @answer 303 A browser goes on to the page of the user.
   */
  @Post(':id/enable')
  @ShownBy(userPage)
  @HttpCode(200)
  async enable(@CurrentActor() actor: Actor, @PathId() id: number, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<ManagedUserView> {
    const user = managedUserView(await this.administration.enable(actor, id));
    this.leadOn(request, reply, { to: `/users/${user.id}`, saying: `${user.email} is enabled: signing in works again.` });
    return user;
  }

  /**
   * Keeps a user from signing in and ends all tokens, at once and for good. For administrators.
   *
   * Trading accounts and working orders stay as they are.
   * @param id The number of the user.
   * @answer 303 A browser goes on to the page of the user.
   */
  @Post(':id/disable')
  @ShownBy(userPage)
  @HttpCode(200)
  async disable(@CurrentActor() actor: Actor, @PathId() id: number, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<ManagedUserView> {
    const user = managedUserView(await this.administration.disable(actor, id));
    this.leadOn(request, reply, { to: `/users/${user.id}`, saying: `${user.email} is disabled and signed out everywhere. Their working orders stay.` });
    return user;
  }

  /** The same door for programs and people: whoever looks at a page is led to one that may be loaded again. */
  private leadOn(request: FastifyRequest, reply: FastifyReply, way: Parameters<typeof goOn>[2]): void {
    if (!getsPage(request)) return;
    reply.status(303);
    goOn(reply, this.cookies, way);
  }
}
