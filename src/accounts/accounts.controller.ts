import { Body, Controller, Get, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { isFormUnchanged, type FormInput } from '../http/form-body.js';
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
import { AccountAdministrationService } from './account-administration.service.js';
import {
  CHANGE_FIELDS,
  OPENING_FIELDS,
  openingPage,
  refusedChangePage,
  refusedOpeningPage,
} from './account-forms.page.js';
import { accountPage } from './account.page.js';
import { accountsPage } from './accounts.page.js';
import { ACCOUNT_COLUMNS, type AccountView, accountView, type AccountOpeningView } from './account.view.js';
import { AccountQuestion, ChangedAccount, NewAccount, OpeningQuestion } from './accounts.dto.js';
import { AccountsService } from './accounts.service.js';
import { PEOPLE_SHOWN, peopleView } from './people.view.js';

@Controller('accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly administration: AccountAdministrationService,
    private readonly people: UserAdministrationService,
  ) {}

  /**
   * Lists the accounts that the caller may look at, with what they are worth now.
   *
   * Their own and those granted to them; for administrators, all. `Link` leads to the next page.
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
    return rows.map(accountView);
  }

  /** Shows the form that opens an account. */
  @Get('new')
  @Access('session')
  @BrowserOnly()
  @AllowEmptyQuery()
  @HtmlPage(openingPage)
  async showNewAccountForm(
    @CurrentActor() actor: Actor,
    @Query() { owner_id: ownerId, q: sought }: OpeningQuestion,
  ): Promise<AccountOpeningView> {
    this.administration.requireAdministrator(actor);
    return {
      owner_id: ownerId ?? null,
      people:
        ownerId === undefined
          ? peopleView(await this.people.list(actor, { size: PEOPLE_SHOWN + 1, after: null, containing: sought }))
          : [],
    };
  }

  /**
   * Shows an account, with what it is worth now.
   * @param acctId The number of the account.
   */
  @Get(':acct_id')
  @HtmlPage(accountPage)
  async getAccount(@CurrentActor() actor: Actor, @PathId('acct_id') acctId: number): Promise<AccountView> {
    return accountView(await this.accounts.show(actor, acctId));
  }

  /**
   * Opens an account for a user. For administrators.
   * @answer 303 A browser goes on to the page of the account.
   */
  @Post()
  @AcceptForm(OPENING_FIELDS)
  @RedirectAfter(({ id, name }: AccountView) => ({ to: `/accounts/${id}`, saying: `The account “${name}” is open.` }))
  @HtmlFormErrors(refusedOpeningPage)
  async openAccount(@CurrentActor() actor: Actor, @Body() body: NewAccount): Promise<AccountView> {
    return accountView(await this.accounts.show(actor, await this.administration.open(actor, body)));
  }

  /**
   * Changes an account: name, limits, and whether it trades at all. For administrators.
   *
   * With `"enabled": false` its working orders are canceled in the same moment.
   *
   * @answer 303 A browser goes on to the page of the account.
   * @param acctId The number of the account.
   */
  @Put(':acct_id')
  @AcceptForm(CHANGE_FIELDS)
  @RedirectAfter(changeLeadsOn)
  @HtmlFormErrors(refusedChangePage)
  async updateAccount(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @Body() body: ChangedAccount,
  ): Promise<AccountView> {
    await this.administration.change(actor, acctId, body);
    return accountView(await this.accounts.show(actor, acctId));
  }
}

/** What has become of it stands on its page; what was done is said. */
function changeLeadsOn({ id, name, enabled }: AccountView, typed: FormInput): Readonly<{ to: string; saying: string }> {
  if (isFormUnchanged(typed)) return { to: `/accounts/${id}`, saying: 'Nothing was changed.' };
  const { enabled: switched } = typed;
  const saying =
    switched === undefined
      ? `“${name}” is changed.`
      : enabled
        ? `“${name}” is enabled, and may trade again.`
        : `“${name}” is disabled. Its working orders are canceled.`;
  return { to: `/accounts/${id}`, saying };
}
