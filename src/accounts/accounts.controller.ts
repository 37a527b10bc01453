import { Body, Controller, Get, Post, Put, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { isForBrowser } from '../http/accept.js';
import { PathId } from '../http/fields.decorator.js';
import { toSortedRange, toPage } from '../http/paging.js';
import { CsvDownload, HtmlPage } from '../http/route-options.decorator.js';
import { AccountAdministrationService } from './account-administration.service.js';
import { accountPage } from './account.page.js';
import { accountsPage } from './accounts.page.js';
import { ACCOUNT_COLUMNS, type AccountView, toAccountPageViews, toAccountView } from './account.view.js';
import { AccountQuestion, ChangedAccount, NewAccount } from './accounts.dto.js';
import { MarketMakerFilterService } from './market-maker-filter.service.js';
import { AccountsService } from './accounts.service.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { AccountReadGuard } from './account.guard.js';

@Controller('accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly administration: AccountAdministrationService,
    private readonly marketMaker: MarketMakerFilterService,
  ) {}

  /**
   * Lists accounts with their current values.
   *
   * Accounts that the caller owns or was granted; for administrators, all accounts. `Link` has the next page.
   */
  @Get()
  @HtmlPage(accountsPage, { allowEmptyQuery: true })
  @CsvDownload(ACCOUNT_COLUMNS)
  async listAccounts(
    @CurrentActor() actor: Actor,
    @Query() query: AccountQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccountView[]> {
    const { owner_id: ownerId, q: containing, market_maker: choice } = query;
    const { range, end } = toSortedRange(query);
    const isNarrowed = ownerId !== undefined || containing !== undefined;
    const question = { choice, isForBrowser: isForBrowser(reply.request), isNarrowed };
    const { leftOut, offered } = await this.marketMaker.find(actor, question);
    const accounts = await this.accounts.list(actor, { ...range, ownerId, containing, leftOut });
    const page = toPage(accounts, query, { reply, getId: ({ id }) => end ?? id });
    return toAccountPageViews(page, offered);
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
   */
  @Post()
  @UseGuards(AdministratorGuard)
  async openAccount(@CurrentActor() actor: Actor, @Body() body: NewAccount): Promise<AccountView> {
    return toAccountView(await this.accounts.show(actor, await this.administration.open(actor, body)));
  }

  /**
   * Changes an account's name, limits or enabled state.
   *
   * For administrators. `"enabled": false` also cancels all working orders of the account.
   *
   * @param acctId The number of the account.
   */
  @Put(':acct_id')
  @UseGuards(AdministratorGuard)
  async updateAccount(
    @CurrentActor() actor: Actor,
    @PathId('acct_id') acctId: number,
    @Body() body: ChangedAccount,
  ): Promise<AccountView> {
    await this.administration.change(actor, acctId, body);
    return toAccountView(await this.accounts.show(actor, acctId));
  }
}
