import { Body, Controller, Delete, Get, Post, Put, Query, UseGuards } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
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
import { AccountReadGuard } from './account.guard.js';
import { formatUserTitle } from './exchange-lists.page.js';
import { type GrantView, grantView, type GrantChoiceView } from './grant.view.js';
import { GrantAccessDto, GrantQuestion, NewGrant } from './grants.dto.js';
import { grantsPage, newGrantPage, rejectedGrantPage } from './grants.page.js';
import { GrantsService } from './grants.service.js';
import { PEOPLE_SHOWN, toPeopleView } from './people.view.js';

@Controller('accounts/:acct_id/grants')
@UseGuards(AdministratorGuard, AccountReadGuard)
export class GrantsController {
  constructor(
    private readonly grants: GrantsService,
    private readonly people: UserAdministrationService,
  ) {}

  /**
   * Lists the grants of an account. For administrators.
   * @param acctId The number of the account.
   */
  @Get()
  @HtmlPage(grantsPage)
  async listAccountGrants(@PathId('acct_id') acctId: number): Promise<GrantView[]> {
    return (await this.grants.list(acctId)).map(grantView);
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
    return {
      acct_id: acctId,
      user_id: userId ?? null,
      people:
        userId === undefined
          ? toPeopleView(await this.people.list(actor, { size: PEOPLE_SHOWN + 1, after: null, containing: sought }))
          : [],
    };
  }

  /**
   * Grants a user access to an account. For administrators.
   *
   * Replaces an earlier grant of the same user.
   *
   * @answer 303 Redirects a browser to the grants of the account.
   * @param acctId The number of the account.
   */
  @Post()
  @RequiresRecentSignIn()
  @AcceptForm({ numbers: ['user_id'] })
  @RedirectAfter(({ acct_id: acctId, user_id: userId, access }: GrantView, _, done) => ({
    to: `/accounts/${acctId}/grants`,
    saying: `${formatUserTitle(userId, done)} can now ${access === 'Trade' ? 'view and trade the account' : 'view the account'}.`,
  }))
  @HtmlFormErrors(rejectedGrantPage)
  async grantAccountAccess(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @Body() { user_id: userId, access }: NewGrant,
  ): Promise<GrantView> {
    return grantView(await this.grants.setAccess(actor, { acctId, userId, access }));
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
    return grantView(await this.grants.setAccess(actor, { acctId, userId, access }));
  }

  /**
   * Revokes a user's access to an account. For administrators.
   *
   * Returns the revoked grant.
   *
   * @answer 303 Redirects a browser to the grants of the account.
   * @param acctId The number of the account.
   * @param userId The number of the user.
   */
  @Delete(':user_id')
  @RequiresRecentSignIn()
  @AcceptForm()
  @RedirectAfter(({ acct_id: acctId, user_id: userId }: GrantView, _, done) => ({
    to: `/accounts/${acctId}/grants`,
    saying: `${formatUserTitle(userId, done)} no longer has access to the account.`,
  }))
  async revokeAccountAccess(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @PathId('user_id') userId: number,
  ): Promise<GrantView> {
    return grantView(await this.grants.take(actor, { acctId, userId }));
  }
}
