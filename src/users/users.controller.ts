import { Body, Controller, Get, HttpCode, Post, Put, UseGuards } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { OwnerGuard } from '../access/owner.guard.js';
import { CurrentActor, CurrentClientId } from '../access/actor.decorator.js';
import { HtmlPage } from '../http/route-options.decorator.js';
import { ownUserPage } from './users.page.js';
import { ProfileService } from './profile.service.js';
import { RegistrationsService } from './registrations.service.js';
import { type UserView, toUserView } from './user.view.js';
import { ChangedPassword, ChangedUser, NewUser } from './users.dto.js';
import { UsersService } from './users.service.js';

@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly profile: ProfileService,
    private readonly registrations: RegistrationsService,
  ) {}

  /**
   * Registers a customer.
   *
   * Needs an API key by HTTP Basic. If `REGISTRATION` is left to administrators, the key must belong to one. The user
   * always has the role Customer. `RATE_LIMIT_REGISTRATIONS` limits registrations per key and hour.
   */
  @Post()
  @Access('client')
  async createUser(@CurrentClientId() keyId: string, @Body() body: NewUser): Promise<UserView> {
    return toUserView(await this.registrations.register(keyId, body));
  }

  /**
   * Shows the signed-in user.
   *
   * While an administrator acts, the customer.
   */
  @Get('me')
  @HtmlPage(ownUserPage)
  async getCurrentUser(@CurrentActor() actor: Actor): Promise<UserView> {
    return toUserView(await this.users.findSelf(actor));
  }

  /**
   * Changes the signed-in user.
   *
   * Omitted fields stay as they are. A new email is the new username and needs `current_password`. The password has its
   * own endpoint.
   */
  @Put('me')
  async updateCurrentUser(@CurrentActor() actor: Actor, @Body() body: ChangedUser): Promise<UserView> {
    return toUserView(await this.profile.change(actor, body));
  }

  /**
   * Changes the password of the signed-in user.
   *
   * Needs the current password. Ends all tokens of the user, including the token of this request.
   */
  @Post('me/password')
  @UseGuards(OwnerGuard)
  @HttpCode(200)
  async changePassword(@CurrentActor() actor: Actor, @Body() body: ChangedPassword): Promise<UserView> {
    return toUserView(await this.profile.changePassword(actor, body));
  }
}
