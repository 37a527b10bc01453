import { Body, Controller, Get, Post, Put, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { isFormUnchanged, type FormInput } from '../pages/form-body.js';
import { PathId } from '../http/id.decorator.js';
import { parseCursor, formatNextLink, toPageSlice } from '../http/paging.js';
import {
  CsvDownload,
  AllowEmptyQuery,
  BrowserOnly,
  RedirectAfter,
  HtmlFormErrors,
  HtmlPage,
  AcceptForm,
} from '../http/route-options.decorator.js';
import { UserAdministrationService } from '../users/user-administration.service.js';
import { AccountReadGuard } from './account.guard.js';
import { AccountAdministrationService } from './account-administration.service.js';
import {
  CHANGE_FIELDS,
  OPENING_FIELDS,
  accountOpeningPage,
  rejectedAccountChangePage,
  rejectedAccountOpeningPage,
} from './account-forms.page.js';
import { accountPage } from './account.page.js';
import { accountsPage } from './accounts.page.js';
import { ACCOUNT_COLUMNS, type AccountView, toAccountView, type AccountOpeningView } from './account.view.js';
import { AccountQuestion, ChangedAccount, NewAccount, OpeningQuestion } from './accounts.dto.js';
import { AccountsService } from './accounts.service.js';
import { PEOPLE_SHOWN, toPeopleView } from './people.view.js';

@Controller('accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly administration: AccountAdministrationService,
    private readonly people: UserAdministrationService,
  ) {}

  /**
   * Lists accounts with their current values.
   *
   * Accounts that the caller owns or was granted; for administrators, all accounts. `Link` has the next page.
   */
  @Get()
  @AllowEmptyQuery()
  @HtmlPage(accountsPage)
  @CsvDownload(ACCOUNT_COLUMNS)
  async listAccounts(
    @CurrentActor() actor: Actor,
    @Query() { per_page: size, cursor, owner_id: ownerId, q: containing }: AccountQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccountView[]> {
    const after = cursor === undefined ? null : parseCursor(cursor);
    const { rows, next } = toPageSlice(
      await this.accounts.list(actor, { size: size + 1, after, ownerId, containing }),
      size,
    );
    if (next !== null) reply.header('link', formatNextLink(reply.request.url, next));
    return rows.map(toAccountView);
  }

  /** Shows the form that opens an account. */
  @Get('new')
  @UseGuards(AdministratorGuard)
  @Access('session')
  @BrowserOnly()
  @AllowEmptyQuery()
  @HtmlPage(accountOpeningPage)
  async showNewAccountForm(
    @CurrentActor() actor: Actor,
    @Query() { owner_id: ownerId, q: sought }: OpeningQuestion,
  ): Promise<AccountOpeningView> {
    return {
      owner_id: ownerId ?? null,
      people:
        ownerId === undefined
          ? toPeopleView(await this.people.list(actor, { size: PEOPLE_SHOWN + 1, after: null, containing: sought }))
          : [],
    };
  }

  /**
   * Shows an account with its current values.
   * @param acctId The number of the account.
   */
  @Get(':acct_id')
  @UseGuards(AccountReadGuard)
  @HtmlPage(accountPage)
  async getAccount(@CurrentActor() actor: Actor, @PathId('acct_id') acctId: number): Promise<AccountView> {
    return toAccountView(await this.accounts.show(actor, acctId));
  }

  /**
   * Opens an account for a user. For administrators.
   * @answer 303 Redirects a browser to the account page.
   */
  @Post()
  @UseGuards(AdministratorGuard)
  @AcceptForm(OPENING_FIELDS)
  @RedirectAfter(({ id, name }: AccountView) => ({ to: `/accounts/${id}`, saying: `Account “${name}” opened.` }))
  @HtmlFormErrors(rejectedAccountOpeningPage)
  async openAccount(@CurrentActor() actor: Actor, @Body() body: NewAccount): Promise<AccountView> {
    return toAccountView(await this.accounts.show(actor, await this.administration.open(actor, body)));
  }

  /**
   * Changes an account's name, limits or enabled state.
   *
   * For administrators. `"enabled": false` also cancels all working orders of the account.
   *
   * @answer 303 Redirects a browser to the account page.
   * @param acctId The number of the account.
   */
  @Put(':acct_id')
  @UseGuards(AdministratorGuard)
  @AcceptForm(CHANGE_FIELDS)
  @RedirectAfter(changeLeadsOn)
  @HtmlFormErrors(rejectedAccountChangePage)
  async updateAccount(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @Body() body: ChangedAccount,
  ): Promise<AccountView> {
    await this.administration.change(actor, acctId, body);
    return toAccountView(await this.accounts.show(actor, acctId));
  }
}

/** The redirect to the account page, with a message that states the change. */
function changeLeadsOn({ id, name, enabled }: AccountView, typed: FormInput): Readonly<{ to: string; saying: string }> {
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
