import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor, CurrentClientId } from '../access/actor.decorator.js';
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
   * Creates a customer.
   *
   * An API key does so by HTTP Basic, unless the operator has left it to administrators (`REGISTRATION`); then the key must belong to one. Nobody becomes an
   * administrator this way. An API key registers as many users in an hour as `RATE_LIMIT_REGISTRATIONS` says.
   */
  @Post()
  @Access('client')
  async createUser(@CurrentClientId() keyId: string, @Body() body: NewUser): Promise<UserView> {
    return toUserView(await this.registrations.register(keyId, body));
  }

  /** Shows the signed-in user, or the customer for whom an administrator acts. */
  @Get('me')
  async getCurrentUser(@CurrentActor() actor: Actor): Promise<UserView> {
    return toUserView(await this.users.findSelf(actor));
  }

  /**
   * Changes what is known of the signed-in user; what is left out stays.
   *
   * A new email is a new username and needs `current_password`. The password has an address of its own.
   */
  @Put('me')
  async updateCurrentUser(@CurrentActor() actor: Actor, @Body() body: ChangedUser): Promise<UserView> {
    return toUserView(await this.profile.change(actor, body));
  }

  /**
   * Changes the password of the signed-in user, for proof of the old one.
   *
   * Every token that the user has ends with it, the one of this request included: sign in again.
   */
  @Post('me/password')
  @HttpCode(200)
  async changePassword(@CurrentActor() actor: Actor, @Body() body: ChangedPassword): Promise<UserView> {
    return toUserView(await this.profile.changePassword(actor, body));
  }
}
