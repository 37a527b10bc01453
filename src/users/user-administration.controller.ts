import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { PathId } from '../http/id.decorator.js';
import { idBehind, linkToNext, sliceOf } from '../http/paging.js';
import { type ManagedUserView, managedUserView } from './user.view.js';
import { UserAdministrationService } from './user-administration.service.js';
import { UserQuestion } from './users.dto.js';

@Controller('users')
export class UserAdministrationController {
  constructor(private readonly administration: UserAdministrationService) {}

  /**
   * Lists all users, or those whose email or name contains a text.
   *
   * For administrators, and not while they act for a customer. `Link` leads to the next page.
   */
  @Get()
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
  async show(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ManagedUserView> {
    return managedUserView(await this.administration.show(actor, id));
  }

  /**
   * Lets a user sign in again. For administrators.
   * @param id The number of the user.
   */
  @Post(':id/enable')
  @HttpCode(200)
  async enable(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ManagedUserView> {
    return managedUserView(await this.administration.enable(actor, id));
  }

  /**
   * Closes the account of a user and ends all tokens, at once and for good. For administrators.
   * @param id The number of the user.
   */
  @Post(':id/disable')
  @HttpCode(200)
  async disable(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ManagedUserView> {
    return managedUserView(await this.administration.disable(actor, id));
  }
}
