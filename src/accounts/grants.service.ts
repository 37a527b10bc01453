import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { UNTRACKED } from '../database/unit-of-work.js';
import type { CommandSource } from '../exchange/command-source.js';
import { AccountGrant } from '../exchange/ledger/account.entity.js';
import { UnknownUserError } from '../users/user-errors.js';
import { UsersService } from '../users/users.service.js';
import { OwnersNeedNoGrantError, UnknownGrantError } from './account-errors.js';
import { AccountWritingService } from './account-writing.service.js';
import { getAccount } from './live-account.js';

type GrantRow = Pick<AccountGrant, 'acctId' | 'userId' | 'access'>;

/** Grants and revokes access to accounts. For administrators. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly writing: AccountWritingService,
  ) {}

  async list(acctId: number): Promise<AccountGrant[]> {
    return this.em.find(AccountGrant, { acctId }, { ...UNTRACKED, orderBy: { userId: 'asc' } });
  }

  async setAccess(actor: Actor, { acctId, userId, access }: GrantRow): Promise<AccountGrant> {
    if ((await this.users.find(userId)) === null) throw new UnknownUserError();
    const command: CommandSource = (state) => {
      if (getAccount(state, acctId).ownerId === userId) throw new OwnersNeedNoGrantError();
      return { type: 'GrantAccount', acctId, userId, access };
    };
    await this.writing.execute(actor, command, () => ({
      action: 'account.granted',
      subject: ['account', acctId],
      changes: { user: userId, access },
    }));
    return this.find(acctId, userId);
  }

  /** Revokes a grant and returns it. */
  async take(actor: Actor, { acctId, userId }: Omit<GrantRow, 'access'>): Promise<AccountGrant> {
    if ((await this.users.find(userId)) === null) throw new UnknownGrantError();
    const grant = await this.find(acctId, userId);
    const command: CommandSource = (state) => {
      if (!getAccount(state, acctId).grants.has(userId)) throw new UnknownGrantError();
      return { type: 'GrantAccount', acctId, userId, access: null };
    };
    await this.writing.execute(actor, command, () => ({
      action: 'account.grant_taken',
      subject: ['account', acctId],
      changes: { user: userId },
    }));
    return grant;
  }

  private async find(acctId: number, userId: number): Promise<AccountGrant> {
    const grant = await this.em.findOne(AccountGrant, { acctId, userId }, UNTRACKED);
    if (grant === null) throw new UnknownGrantError();
    return grant;
  }
}
