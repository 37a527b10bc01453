import { Body, Controller, Get, Post } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor, CurrentKey } from '../access/actor.decorator.js';
import { type UserView, userView } from './user.view.js';
import { NewUser } from './users.dto.js';
import { UsersService } from './users.service.js';

@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  /**
   * Creates a customer.
   *
   * Whoever has an API key may do so with it, by HTTP Basic; nobody becomes an administrator this way.
   */
  @Post()
  @Access('client')
  async register(@CurrentKey() keyId: string, @Body() body: NewUser): Promise<UserView> {
    return userView(await this.users.register(body, keyId));
  }

  /** Shows the signed-in user, or the customer for whom an administrator acts. */
  @Get('me')
  async me(@CurrentActor() actor: Actor): Promise<UserView> {
    return userView(await this.users.me(actor));
  }
}
