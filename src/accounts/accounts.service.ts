import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { AccountAccess } from './account-access.service.js';
import { UnknownAccount } from './account-errors.js';
import { accountIn, type LiveAccount, liveAccount } from './live-account.js';
import { SandboxAccounts } from './sandbox/sandbox-accounts.service.js';

/** How many accounts at most, behind which number, and whose. */
export type AccountFilter = Readonly<{ size: number; after: number | null; ownerId: number | undefined }>;

/** Accounts as the exchange has them in memory, all of one answer at one moment. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly access: AccountAccess,
    private readonly sandbox: SandboxAccounts,
  ) {}

  async list(actor: Actor, { size, after, ownerId }: AccountFilter): Promise<LiveAccount[]> {
    await this.sandbox.openOverdue(actor.userId);
    const readable = await this.access.readableBy(actor);
    return this.exchange.look((state) =>
      [...(readable === 'all' ? state.accounts.keys() : readable)]
        .filter((id) => id > (after ?? 0) && (ownerId === undefined || accountIn(state, id).ownerId === ownerId))
        .sort((a, b) => a - b)
        .slice(0, size)
        .map((id) => liveAccount(accountIn(state, id), actor)),
    );
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
