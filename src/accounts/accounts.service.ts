import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { EngineAccount } from '../engine/account.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { UsersService } from '../users/users.service.js';
import { AccountAccessService } from './account-access.service.js';
import { UnknownAccount } from './account-errors.js';
import { seesEverything } from './account-rights.js';
import { accountIn, type LiveAccount, liveAccount } from './live-account.js';
import { SandboxAccountsService } from './sandbox/sandbox-accounts.service.js';

/** How many accounts at most, behind which number, whose, and what they are looked for by. */
export type AccountFilter = Readonly<{
  size: number;
  after: number | null;
  ownerId?: number | undefined;
  containing?: string | undefined;
}>;

/** Accounts as the exchange has them in memory, all of one answer at one moment. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly access: AccountAccessService,
    private readonly sandbox: SandboxAccountsService,
    private readonly users: UsersService,
  ) {}

  async list(actor: Actor, { size, after, ownerId, containing }: AccountFilter): Promise<LiveAccount[]> {
    await this.sandbox.openOverdue(actor.userId);
    const readable = await this.access.readableBy(actor);
    const isMeant = await this.sought(actor, containing);
    return this.exchange.look((state) =>
      [...(readable === 'all' ? state.accounts.keys() : readable)]
        .filter(
          (id) =>
            id > (after ?? 0) &&
            (ownerId === undefined || accountIn(state, id).ownerId === ownerId) &&
            isMeant(accountIn(state, id)),
        )
        .sort((a, b) => a - b)
        .slice(0, size)
        .map((id) => liveAccount(accountIn(state, id), actor)),
    );
  }

  /** The numbers of the accounts that somebody means by a text, of those that they may look at. */
  async named(actor: Actor, text: string): Promise<readonly number[]> {
    const readable = await this.access.readableBy(actor);
    const isMeant = await this.sought(actor, text);
    return this.exchange.look((state) =>
      [...(readable === 'all' ? state.accounts.keys() : readable)].filter((id) => isMeant(accountIn(state, id))),
    );
  }

  /** What those of these accounts are called that somebody may look at. */
  async namesOf(actor: Actor, acctIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const readable = await this.access.readableBy(actor);
    const shown = readable === 'all' ? acctIds : acctIds.filter((id) => readable.includes(id));
    return this.exchange.look(
      ({ accounts }) => new Map(shown.flatMap((id) => accounts.get(id) ?? []).map(({ id, name }) => [id, name])),
    );
  }

  /** Whose an account is, administrators alone ask by a name: everybody else would learn by it who there is. */
  private async sought(actor: Actor, text: string | undefined): Promise<(account: EngineAccount) => boolean> {
    if (text === undefined) return () => true;
    const owners = new Set(seesEverything(actor) ? await this.users.like(text) : []);
    const lower = text.toLowerCase();
    return (account) =>
      String(account.id) === text || account.name.toLowerCase().includes(lower) || owners.has(account.ownerId);
  }

  /** Their own and those granted to them, for an overview: an administrator's is not a list of everybody's. */
  async theirs(actor: Actor): Promise<readonly number[]> {
    await this.sandbox.openOverdue(actor.userId);
    return this.access.heldBy(actor);
  }

  async show(actor: Actor, acctId: number): Promise<LiveAccount> {
    if (!(await this.access.mayRead(actor, acctId))) throw new UnknownAccount();
    return this.exchange.look((state) => liveAccount(accountIn(state, acctId), actor));
  }
}
