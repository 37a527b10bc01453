import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { requireAdministrator } from '../access/require-administrator.js';
import { Config } from '../config/config.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { UnknownAccount } from '../accounts/account-errors.js';
import type { AccountRight } from '../accounts/account-rights.js';

/**
 * Decides who reads and who posts statements of the back office. Users who may view the account read them. Administrators post
 * them; in the sandbox also the owner of the account.
 */
@Injectable()
export class StatementRightsService {
  constructor(
    private readonly access: AccountAccessService,
    private readonly config: Config,
  ) {}

  findReadableAccounts(actor: Actor): Promise<readonly number[] | 'all'> {
    return this.access.findReadableAccounts(actor);
  }

  /** Null for an account that the user may not view. */
  async find(actor: Actor, acctId: number): Promise<Readonly<{ mayPost: boolean }> | null> {
    const right = await this.access.findRight(actor, acctId);
    return right === null ? null : { mayPost: allowsPosting(right, this.config) };
  }

  /**
   * For requests that name the account in their body, which no guard has read. Throws `unknown_account` for a user without access, so
   * that the response does not reveal that the account exists.
   */
  async requirePoster(actor: Actor, acctId: number): Promise<void> {
    const right = await this.find(actor, acctId);
    if (right === null) throw new UnknownAccount();
    if (!right.mayPost) requireAdministrator(actor);
  }
}

export const allowsPosting = (right: AccountRight, { mode }: Pick<Config, 'mode'>): boolean =>
  right === 'Administrator' || (right === 'Owner' && mode === 'sandbox');
