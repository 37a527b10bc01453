import { Body, Controller, Get, Post, Query, UseGuards } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { PathId } from '../http/fields.decorator.js';
import {
  AcceptForm,
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  RedirectAfter,
  RequiresRecentSignIn,
} from '../http/route-options.decorator.js';
import { type FormInput, isFormUnchanged } from '../pages/form-body.js';
import { UserAdministrationService } from '../users/user-administration.service.js';
import { AccountAdministrationService } from './account-administration.service.js';
import {
  CHANGE_FIELDS,
  OPENING_FIELDS,
  accountOpeningPage,
  rejectedAccountChangePage,
  rejectedAccountOpeningPage,
} from './account-forms.page.js';
import { AccountReadGuard } from './account.guard.js';
import { type AccountOpeningView, type AccountView, toAccountView } from './account.view.js';
import { ChangedAccount, NewAccount, OpeningQuestion, GrantQuestion, NewGrant } from './accounts.dto.js';
import { AccountsService } from './accounts.service.js';
import { formatUserTitle } from './exchange-lists.page.js';
import {
  type GrantChoiceView,
  type GrantView,
  toGrantView,
  PEOPLE_SHOWN,
  type ChoosableUserView,
  toChoosableUsersView,
} from './grant.view.js';
import { newGrantPage, rejectedGrantPage } from './grants.page.js';
import { GrantsService } from './grants.service.js';

/** The forms of pages for accounts and grants. They end in the operations of the API. */
@Controller('accounts')
@Access('session')
@UseGuards(AdministratorGuard, AccountReadGuard)
@ForAllRoutes(BrowserOnly())
export class AccountFormsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly administration: AccountAdministrationService,
    private readonly grants: GrantsService,
    private readonly people: UserAdministrationService,
  ) {}

  /** Shows the form that opens an account. */
  @Get('new')
  @HtmlPage(accountOpeningPage, { allowEmptyQuery: true })
  async showNewAccountForm(
    @CurrentActor() actor: Actor,
    @Query() { owner_id: ownerId, q: sought }: OpeningQuestion,
  ): Promise<AccountOpeningView> {
    return { owner_id: ownerId ?? null, people: ownerId === undefined ? await this.listPeople(actor, sought) : [] };
  }

  /**
   * Opens an account for a user by a form.
   * @takes form
   * @answer 303 Redirects to the account page.
   */
  @Post('new')
  @AcceptForm(OPENING_FIELDS)
  @RedirectAfter(({ id, name }: AccountView) => ({ to: `/accounts/${id}`, saying: `Account “${name}” opened.` }))
  @HtmlFormErrors(rejectedAccountOpeningPage)
  async submitNewAccountForm(@CurrentActor() actor: Actor, @Body() body: NewAccount): Promise<AccountView> {
    return toAccountView(await this.accounts.show(actor, await this.administration.open(actor, body)));
  }

  /**
   * Changes an account's name, limits or enabled state by a form.
   * @takes form
   * @answer 303 Redirects to the account page.
   * @param acctId The number of the account.
   */
  @Post(':acct_id/change')
  @AcceptForm(CHANGE_FIELDS)
  @RedirectAfter(redirectAfterChange)
  @HtmlFormErrors(rejectedAccountChangePage)
  async submitAccountForm(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @Body() body: ChangedAccount,
  ): Promise<AccountView> {
    await this.administration.change(actor, acctId, body);
    return toAccountView(await this.accounts.show(actor, acctId));
  }

  /**
   * Shows the form that gives a user access to an account.
   * @param acctId The number of the account.
   */
  @Get(':acct_id/grants/new')
  @HtmlPage(newGrantPage, { allowEmptyQuery: true })
  async showAccountGrantForm(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @Query() { user_id: userId, q: sought }: GrantQuestion,
  ): Promise<GrantChoiceView> {
    return {
      acct_id: acctId,
      owner_id: (await this.accounts.show(actor, acctId)).ownerId,
      user_id: userId ?? null,
      people: userId === undefined ? await this.listPeople(actor, sought) : [],
    };
  }

  /**
   * Grants a user access to an account by a form.
   * @takes form
   * @answer 303 Redirects to the grants of the account.
   * @param acctId The number of the account.
   */
  @Post(':acct_id/grants/new')
  @RequiresRecentSignIn()
  @AcceptForm({ numbers: ['user_id'] })
  @RedirectAfter(({ acct_id: acctId, user_id: userId, access }: GrantView, _, done) => ({
    to: `/accounts/${acctId}/grants`,
    saying: `${formatUserTitle(userId, done)} can now ${access === 'Trade' ? 'view and trade the account' : 'view the account'}.`,
  }))
  @HtmlFormErrors(rejectedGrantPage)
  async submitAccountGrantForm(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @Body() { user_id: userId, access }: NewGrant,
  ): Promise<GrantView> {
    return toGrantView(await this.grants.setAccess(actor, { acctId, userId, access }));
  }

  /**
   * Revokes a user's access to an account by a form.
   * @takes form
   * @answer 303 Redirects to the grants of the account.
   * @param acctId The number of the account.
   * @param userId The number of the user.
   */
  @Post(':acct_id/grants/:user_id/revoke')
  @RequiresRecentSignIn()
  @AcceptForm()
  @RedirectAfter(({ acct_id: acctId, user_id: userId }: GrantView, _, done) => ({
    to: `/accounts/${acctId}/grants`,
    saying: `${formatUserTitle(userId, done)} no longer has access to the account.`,
  }))
  async submitGrantRevocationForm(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @PathId('user_id') userId: number,
  ): Promise<GrantView> {
    return toGrantView(await this.grants.take(actor, { acctId, userId }));
  }

  private async listPeople(actor: Actor, containing: string | undefined): Promise<ChoosableUserView[]> {
    return toChoosableUsersView(await this.people.list(actor, { size: PEOPLE_SHOWN + 1, after: null, containing }));
  }
}

/** The redirect to the account page, with a message that states the change. */
function redirectAfterChange(
  { id, name, enabled }: AccountView,
  typed: FormInput,
): Readonly<{ to: string; saying: string }> {
  if (isFormUnchanged(typed)) return { to: `/accounts/${id}`, saying: 'No changes.' };
  const { enabled: switched } = typed;
  const saying =
    switched === undefined
      ? `“${name}” saved.`
      : enabled
        ? `“${name}” enabled. It can trade again.`
        : `“${name}” disabled. Its working orders were canceled.`;
  return { to: `/accounts/${id}`, saying };
}
