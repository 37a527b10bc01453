import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExchangeService } from '../exchange/exchange.service.js';
import type { Actor } from '../access/actor.js';
import { type AccountOption, NameDirectory, type NameViewer } from '../access/name-directory.js';
import { AuditSubjectsService } from '../audit/audit-subjects.service.js';
import { type OwnedAccount, UserAdministrationService } from '../users/user-administration.service.js';
import { AccountsService } from './accounts.service.js';

/** The most accounts that a selection list shows. With more accounts, pages offer a search instead. */
const CHOOSABLE_MAX = 100;

/** Supplies account names to pages, and finds accounts by name for the audit log. */
@Injectable()
export class AccountNamesService implements OnModuleInit {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly names: NameDirectory,
    private readonly things: AuditSubjectsService,
    private readonly accounts: AccountsService,
    private readonly users: UserAdministrationService,
  ) {}

  onModuleInit(): void {
    this.things.kinds.account.register({
      search: (actor, text) => this.accounts.findByName(actor, text),
      names: (actor, ids) => this.describeAccounts(actor, ids),
    });
    this.users.ownedAccounts.register((ownerId) => this.listOwned(ownerId));
    this.names.accountLister.register((actor) => this.listChoices(actor));
    this.names.resolvers.acct_id.register(
      async (ids) => new Map((await this.findAccounts(ids)).map(({ id, name }) => [id, name])),
    );
    this.names.resolvers.acct_currency.register(
      async (ids) => new Map((await this.findAccounts(ids)).map(({ id, currency }) => [id, currency])),
    );
    this.names.resolvers.acct_owner.register((ids, reader) => this.describeOwners(ids, 'user_name', reader));
    this.names.resolvers.acct_owner_email.register((ids, reader) => this.describeOwners(ids, 'user_id', reader));
  }

  private listOwned(ownerId: number): Promise<readonly OwnedAccount[]> {
    return this.exchange.look(({ accounts }) =>
      [...accounts.values()]
        .filter((account) => account.ownerId === ownerId)
        .map(({ id, name }) => ({ id, name }))
        .sort((one, other) => one.id - other.id),
    );
  }

  private findAccounts(ids: readonly number[]) {
    return this.exchange.look(({ accounts }) =>
      ids
        .flatMap((id) => accounts.get(id) ?? [])
        .map(({ id, currency, ownerId, name }) => ({ id, currency, ownerId, name })),
    );
  }

  /** The owner of each account, by email or by name. Without permission to see that, the owner's id. */
  private async describeOwners(
    ids: readonly number[],
    field: 'user_id' | 'user_name',
    reader: NameViewer,
  ): Promise<ReadonlyMap<number, string>> {
    const found = await this.findAccounts(ids);
    const named = await this.names.resolve(new Map([[field, new Set(found.map(({ ownerId }) => ownerId))]]), reader);
    const describe = (ownerId: number): string =>
      named(field, ownerId) === String(ownerId) ? `user ${ownerId}` : named(field, ownerId);
    return new Map(found.map(({ id, ownerId }) => [id, describe(ownerId)]));
  }

  /** Many accounts have the same name: it comes with the number and, for administrators, with the owner. */
  private async describeAccounts(actor: Actor, acctIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const names = await this.accounts.findNames(actor, acctIds);
    const viewer = { userId: actor.userId, isAdministrator: actor.role === 'Admin' };
    const owners = viewer.isAdministrator
      ? await this.describeOwners([...names.keys()], 'user_id', viewer)
      : new Map<number, string>();
    const toTerms = (id: number): string => [`account ${id}`, owners.get(id)].filter(Boolean).join(', ');
    return new Map([...names].map(([id, name]) => [id, `${name} (${toTerms(id)})`]));
  }

  /** Administrators choose among the accounts of many users, which often have the same name. */
  private async listChoices(actor: Actor): Promise<readonly AccountOption[] | null> {
    const found = await this.accounts.list(actor, { size: CHOOSABLE_MAX + 1, after: null });
    if (found.length > CHOOSABLE_MAX) return null;
    const viewer = { userId: actor.userId, isAdministrator: actor.role === 'Admin' };
    const owners = viewer.isAdministrator
      ? await this.describeOwners(
          found.map(({ id }) => id),
          'user_id',
          viewer,
        )
      : new Map<number, string>();
    return found
      .map(({ id, name }) => ({ id, name, ...toOwner(owners.get(id)) }))
      .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  }
}

const toOwner = (owner: string | undefined): Pick<AccountOption, 'owner'> => (owner === undefined ? {} : { owner });
