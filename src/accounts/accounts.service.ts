import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { EngineAccount } from '../engine/account.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { type SortedRange, sortRows } from '../database/sorting.js';
import { UsersService } from '../users/users.service.js';
import { AccountAccessService } from './account-access.service.js';
import { UnknownAccountError } from './account-errors.js';
import { canViewAllAccounts } from './account-rights.js';
import {
  findRight,
  getAccount,
  type LiveAccount,
  toLiveAccount,
  accountSortValues,
  type AccountSortField,
} from './live-account.js';
import { SandboxAccountsService } from './sandbox/sandbox-accounts.service.js';

/** A page of accounts, optionally of one owner, matching a text or a condition, without those of some owners. */
export type AccountFilter = SortedRange<AccountSortField> &
  Readonly<{
    ownerId?: number | undefined;
    containing?: string | undefined;
    isListed?: ((account: EngineAccount) => boolean) | undefined;
    leftOut?: ReadonlySet<number>;
  }>;

/** Reads accounts from the exchange's memory. All accounts of one result have the same state. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly access: AccountAccessService,
    private readonly sandbox: SandboxAccountsService,
    private readonly users: UsersService,
  ) {}

  async list(
    actor: Actor,
    {
      size,
      after,
      offset = 0,
      sort = null,
      ownerId,
      containing,
      isListed = () => true,
      leftOut = new Set(),
    }: AccountFilter,
  ): Promise<readonly LiveAccount[]> {
    await this.sandbox.openOverdue(actor.userId);
    const readable = await this.access.findReadableAccounts(actor);
    const isMeant = await this.matchText(actor, containing);
    const isFound = (account: EngineAccount): boolean =>
      (ownerId === undefined || account.ownerId === ownerId) &&
      !leftOut.has(account.ownerId) &&
      isListed(account) &&
      isMeant(account);
    return this.exchange.look((state) => {
      const ids = [...(readable === 'all' ? state.accounts.keys() : readable)]
        .filter((id) => id > (after ?? 0) && isFound(getAccount(state, id)))
        .sort((a, b) => a - b);
      const toLive = (id: number): LiveAccount => toLiveAccount(getAccount(state, id), actor);
      return sort === null
        ? ids.slice(0, size).map(toLive)
        : sortRows(ids.map(toLive), accountSortValues[sort.field], sort).slice(offset, offset + size);
    });
  }

  /** Ids of the accounts that match a text and that the user may view. */
  async findByName(actor: Actor, text: string): Promise<readonly number[]> {
    const readable = await this.access.findReadableAccounts(actor);
    const isMeant = await this.matchText(actor, text);
    return this.exchange.look((state) =>
      [...(readable === 'all' ? state.accounts.keys() : readable)].filter((id) => isMeant(getAccount(state, id))),
    );
  }

  /** The accounts that the user may view, without those of some owners; with a text, those that it names. */
  async findReadableWithout(
    actor: Actor,
    leftOut: ReadonlySet<number>,
    text: string | undefined,
  ): Promise<readonly number[] | 'all'> {
    const found =
      text === undefined ? await this.access.findReadableAccounts(actor) : await this.findByName(actor, text);
    if (leftOut.size === 0) return found;
    return this.exchange.look((state) =>
      [...(found === 'all' ? state.accounts.keys() : found)].filter(
        (id) => !leftOut.has(getAccount(state, id).ownerId),
      ),
    );
  }

  /** Names of the given accounts, without those the user may not view. */
  async findNames(actor: Actor, acctIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const readable = await this.access.findReadableAccounts(actor);
    const shown = readable === 'all' ? acctIds : acctIds.filter((id) => readable.includes(id));
    return this.exchange.look(
      ({ accounts }) => new Map(shown.flatMap((id) => accounts.get(id) ?? []).map(({ id, name }) => [id, name])),
    );
  }

  /** Only administrators search by the owner's name: others could find out by it which users exist. */
  private async matchText(actor: Actor, text: string | undefined): Promise<(account: EngineAccount) => boolean> {
    if (text === undefined) return () => true;
    const owners = new Set(canViewAllAccounts(actor) ? await this.users.search(text) : []);
    const lower = text.toLowerCase();
    return (account) =>
      String(account.id) === text || account.name.toLowerCase().includes(lower) || owners.has(account.ownerId);
  }

  /** Ids of the accounts that the user owns or was granted, for the overview page. For administrators not every account. */
  async findVisibleAccounts(actor: Actor): Promise<readonly number[]> {
    await this.sandbox.openOverdue(actor.userId);
    return this.access.findOwnAccounts(actor);
  }

  /** The same of those that the user may trade. */
  async findOwnTradableAccounts(actor: Actor): Promise<readonly number[]> {
    await this.sandbox.openOverdue(actor.userId);
    return this.access.findOwnTradableAccounts(actor);
  }

  /** An account that the user may not view does not exist for them. */
  async show(actor: Actor, acctId: number): Promise<LiveAccount> {
    const account = await this.find(actor, acctId);
    if (account === null) throw new UnknownAccountError();
    return account;
  }

  /** The account, or null where there is none that the user may view. */
  async find(actor: Actor, acctId: number): Promise<LiveAccount | null> {
    return this.exchange.look(({ accounts }) => {
      const account = accounts.get(acctId);
      return account === undefined || findRight(account, actor) === null ? null : toLiveAccount(account, actor);
    });
  }
}
