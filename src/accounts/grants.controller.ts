import { Body, Controller, Delete, Get, Post, Put, UseGuards } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { PathId } from '../http/fields.decorator.js';
import { RequiresRecentSignIn, HtmlPage } from '../http/route-options.decorator.js';
import { type GrantView, toGrantView } from './grant.view.js';
import { GrantAccessDto, NewGrant } from './accounts.dto.js';
import { grantsPage } from './grants.page.js';
import { GrantsService } from './grants.service.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { AccountReadGuard } from './account.guard.js';

@Controller('accounts/:acct_id/grants')
@UseGuards(AdministratorGuard, AccountReadGuard)
export class GrantsController {
  constructor(private readonly grants: GrantsService) {}

  /**
   * Lists the grants of an account. For administrators.
   * @param acctId The number of the account.
   */
  @Get()
  @HtmlPage(grantsPage)
  async listAccountGrants(@PathId('acct_id') acctId: number): Promise<GrantView[]> {
    return (await this.grants.list(acctId)).map(toGrantView);
  }

  /**
   * Grants a user access to an account. For administrators.
   *
   * Replaces an earlier grant of the same user.
   *
   * @param acctId The number of the account.
   */
  @Post()
  @RequiresRecentSignIn()
  async grantAccountAccess(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @Body() { user_id: userId, access }: NewGrant,
  ): Promise<GrantView> {
    return toGrantView(await this.grants.setAccess(actor, { acctId, userId, access }));
  }

  /**
   * Sets a user's access to an account. For administrators.
   * @param acctId The number of the account.
   * @param userId The number of the user.
   */
  @Put(':user_id')
  @RequiresRecentSignIn()
  async setAccountAccess(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @PathId('user_id') userId: number,
    @Body() { access }: GrantAccessDto,
  ): Promise<GrantView> {
    return toGrantView(await this.grants.setAccess(actor, { acctId, userId, access }));
  }

  /**
   * Revokes a user's access to an account. For administrators.
   *
   * Returns the revoked grant.
   *
   * @param acctId The number of the account.
   * @param userId The number of the user.
   */
  @Delete(':user_id')
  @RequiresRecentSignIn()
  async revokeAccountAccess(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @PathId('user_id') userId: number,
  ): Promise<GrantView> {
    return toGrantView(await this.grants.take(actor, { acctId, userId }));
  }
}
