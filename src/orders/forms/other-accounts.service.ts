import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { NameDirectory } from '../../access/name-directory.js';
import { canViewAllAccounts } from '../../accounts/account-rights.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import type { LiveAccount } from '../../accounts/live-account.js';
import { MarketMakerFilterService } from '../../accounts/market-maker-filter.service.js';

/** An account with the email of its owner. */
export type OtherAccount = LiveAccount & Readonly<{ owner: string }>;

/** The accounts of others to choose from; with more, the number is typed. */
export type OtherAccounts = Readonly<{ accounts: readonly OtherAccount[]; hasMore: boolean }>;

/** Those that an administrator owns or was granted for trading. */
export type OwnAccounts = ReadonlySet<number>;

/** The size of the list. */
const LISTED_MAX = 100;

/**
 * The accounts that an administrator neither owns nor was granted: only the role permits to trade them. A ticket never
 * chooses one of them by itself, and an order in one needs the agreement of its sender.
 */
@Injectable()
export class OtherAccountsService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly marketMaker: MarketMakerFilterService,
    private readonly names: NameDirectory,
  ) {}

  /** The accounts of an administrator that are none of these; null for users who trade only what they own or were granted. */
  async findOwn(actor: Actor): Promise<OwnAccounts | null> {
    return canViewAllAccounts(actor) ? new Set(await this.accounts.findOwnTradableAccounts(actor)) : null;
  }

  /** The account, if it is one of these. */
  async find(actor: Actor, acctId: number | undefined, own: OwnAccounts | null): Promise<OtherAccount | null> {
    if (acctId === undefined || own === null || own.has(acctId)) return null;
    const account = await this.accounts.find(actor, acctId);
    return account && ((await this.addOwners(actor, [account]))[0] ?? null);
  }

  /** Those that can trade in a currency, without the market maker's; null without a currency, and for users who are no administrators. */
  async list(actor: Actor, currency: string | undefined, own: OwnAccounts | null): Promise<OtherAccounts | null> {
    if (currency === undefined || own === null) return null;
    const { leftOut } = await this.marketMaker.find(actor, {
      choice: undefined,
      isForBrowser: true,
      isNarrowed: false,
    });
    const found = await this.accounts.list(actor, {
      size: LISTED_MAX + 1,
      after: null,
      leftOut,
      isListed: (one) => one.isEnabled && one.currency === currency && !own.has(one.id),
    });
    return { accounts: await this.addOwners(actor, found.slice(0, LISTED_MAX)), hasMore: found.length > LISTED_MAX };
  }

  private async addOwners({ userId }: Actor, accounts: readonly LiveAccount[]): Promise<OtherAccount[]> {
    const getName = await this.names.resolve(new Map([['acct_owner_email', new Set(accounts.map(({ id }) => id))]]), {
      userId,
      isAdministrator: true,
    });
    return accounts.map((account) => ({ ...account, owner: getName('acct_owner_email', account.id) }));
  }
}
