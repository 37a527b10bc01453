import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { PathId } from '../http/id.decorator.js';
import {
  AllowEmptyQuery,
  BrowserOnly,
  RedirectAfter,
  HtmlFormErrors,
  RequiresRecentSignIn,
  HtmlPage,
  AcceptForm,
} from '../http/route-options.decorator.js';
import { UserAdministrationService } from '../users/user-administration.service.js';
import { userFirst } from './exchange-lists.page.js';
import { type GrantView, grantView, type GrantChoiceView } from './grant.view.js';
import { GivenAccess, GrantQuestion, NewGrant } from './grants.dto.js';
import { grantsPage, newGrantPage, refusedGrantPage } from './grants.page.js';
import { GrantsService } from './grants.service.js';
import { PEOPLE_SHOWN, peopleView } from './people.view.js';

@Controller('accounts/:acct_id/grants')
export class GrantsController {
  constructor(
    private readonly grants: GrantsService,
    private readonly people: UserAdministrationService,
  ) {}

  /**
   * Lists who besides its owner uses an account. For administrators.
   * @param acctId The number of the account.
   */
  @Get()
  @HtmlPage(grantsPage)
  async listAccountGrants(@CurrentActor() actor: Actor, @PathId('acct_id') acctId: number): Promise<GrantView[]> {
    return (await this.grants.list(actor, acctId)).map(grantView);
  }

  /**
   * Shows the form that gives a user access to an account.
   * @param acctId The number of the account.
   */
  @Get('new')
  @Access('session')
  @BrowserOnly()
  @AllowEmptyQuery()
  @HtmlPage(newGrantPage)
  async showAccountGrantForm(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @Query() { user_id: userId, q: sought }: GrantQuestion,
  ): Promise<GrantChoiceView> {
    await this.grants.list(actor, acctId);
    return {
      acct_id: acctId,
      user_id: userId ?? null,
      people:
        userId === undefined
          ? peopleView(await this.people.list(actor, { size: PEOPLE_SHOWN + 1, after: null, containing: sought }))
          : [],
    };
  }

  /**
   * Gives a user access to an account, or changes it. For administrators.
   * @answer 303 A browser goes on to who may use the account.
   * @param acctId The number of the account.
   */
  @Post()
  @RequiresRecentSignIn()
  @AcceptForm({ numbers: ['user_id'] })
  @RedirectAfter(({ acct_id: acctId, user_id: userId, access }: GrantView, _, done) => ({
    to: `/accounts/${acctId}/grants`,
    saying: `${userFirst(userId, done)} ${access === 'Trade' ? 'may trade the account now' : 'may look at the account now'}.`,
  }))
  @HtmlFormErrors(refusedGrantPage)
  async grantAccountAccess(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @Body() { user_id: userId, access }: NewGrant,
  ): Promise<GrantView> {
    return grantView(await this.grants.setAccess(actor, { acctId, userId, access }));
  }

  /**
   * Gives a user access to an account, or changes what they may do with it. For administrators.
   * @param acctId The number of the account.
   * @param userId The number of the user.
   */
  @Put(':user_id')
  @RequiresRecentSignIn()
  async setAccountAccess(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @PathId('user_id') userId: number,
    @Body() { access }: GivenAccess,
  ): Promise<GrantView> {
    return grantView(await this.grants.setAccess(actor, { acctId, userId, access }));
  }

  /**
   * Takes a user's access to an account away, and answers with what it was. For administrators.
   * @answer 303 A browser goes on to who may use the account.
   * @param acctId The number of the account.
   * @param userId The number of the user.
   */
  @Delete(':user_id')
  @RequiresRecentSignIn()
  @AcceptForm()
  @RedirectAfter(({ acct_id: acctId, user_id: userId }: GrantView, _, done) => ({
    to: `/accounts/${acctId}/grants`,
    saying: `${userFirst(userId, done)} may no longer use the account.`,
  }))
  async revokeAccountAccess(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @PathId('user_id') userId: number,
  ): Promise<GrantView> {
    return grantView(await this.grants.take(actor, { acctId, userId }));
  }
}
