import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { PathId } from '../http/id.decorator.js';
import { LeadsOn, RefusedBy, ShownBy, TakesForm } from '../http/shown-by.decorator.js';
import { type GrantView, grantView } from './grant.view.js';
import { GivenAccess, NewGrant } from './grants.dto.js';
import { grantsPage, refusedGrantPage } from './grants.page.js';
import { GrantsService } from './grants.service.js';

@Controller('accounts/:acct_id/grants')
export class GrantsController {
  constructor(private readonly grants: GrantsService) {}

  /**
   * Lists who besides its owner uses an account. For administrators.
   * @param acctId The number of the account.
   */
  @Get()
  @ShownBy(grantsPage)
  async list(@CurrentActor() actor: Actor, @PathId('acct_id') acctId: number): Promise<GrantView[]> {
    return (await this.grants.list(actor, acctId)).map(grantView);
  }

  /**
   * Gives a user access to an account, or changes what they may do with it, the user named in the body. For administrators.
   * @answer 303 A browser goes on to who may use the account.
   * @param acctId The number of the account.
   */
  @Post()
  @TakesForm({ numbers: ['user_id'] })
  @LeadsOn(({ acct_id: acctId, user_id: userId, access }: GrantView) => ({ to: `/accounts/${acctId}/grants`, saying: `User ${userId} ${access === 'Trade' ? 'may trade the account now' : 'may look at the account now'}.` }))
  @RefusedBy(refusedGrantPage)
  async grant(@CurrentActor() actor: Actor, @PathId('acct_id') acctId: number, @Body() { user_id: userId, access }: NewGrant): Promise<GrantView> {
    return grantView(await this.grants.give(actor, { acctId, userId, access }));
  }

  /**
   * Gives a user access to an account, or changes what they may do with it. For administrators.
   * @param acctId The number of the account.
   * @param userId The number of the user.
   */
  @Put(':user_id')
  async give(@CurrentActor() actor: Actor, @PathId('acct_id') acctId: number, @PathId('user_id') userId: number, @Body() { access }: GivenAccess): Promise<GrantView> {
    return grantView(await this.grants.give(actor, { acctId, userId, access }));
  }

  /**
   * Takes a user's access to an account away, and answers with what it was. For administrators.
   * @answer 303 A browser goes on to who may use the account.
   * @param acctId The number of the account.
   * @param userId The number of the user.
   */
  @Delete(':user_id')
  @TakesForm()
  @LeadsOn(({ acct_id: acctId, user_id: userId }: GrantView) => ({ to: `/accounts/${acctId}/grants`, saying: `User ${userId} may no longer use the account.` }))
  async take(@CurrentActor() actor: Actor, @PathId('acct_id') acctId: number, @PathId('user_id') userId: number): Promise<GrantView> {
    return grantView(await this.grants.take(actor, { acctId, userId }));
  }
}
