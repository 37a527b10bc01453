import { Injectable } from '@nestjs/common';
import { type Actor, requireAdministrator } from '../access/actor.js';
import { Config } from '../config/config.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { UnknownAccountError } from '../accounts/account-errors.js';
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

  /** Null for an account that the user may not view. */
  async find(actor: Actor, acctId: number): Promise<Readonly<{ mayPost: boolean }> | null> {
    const right = await this.access.findRight(actor, acctId);
    return right === null ? null : { mayPost: allowsPosting(right, this.config) };
  }

  /**
   * For requests that name accounts, or what belongs to them, in their body, which no guard has read. Throws an error as for what does
   * not exist for a user without access to one of them, so that the response does not reveal that the account exists.
   */
  async requirePoster(
    actor: Actor,
    acctIds: readonly number[],
    createUnknownError: () => Error = () => new UnknownAccountError(),
  ): Promise<void> {
    const rights = await this.access.findRights(actor, acctIds);
    if (acctIds.some((acctId) => !rights.has(acctId))) throw createUnknownError();
    if (![...rights.values()].every((right) => allowsPosting(right, this.config))) rejectPoster(actor, this.config);
  }

  /** Whether the user may post statements of at least one of the accounts. */
  async mayPostSome(actor: Actor, acctIds: readonly number[]): Promise<boolean> {
    const rights = await this.access.findRights(actor, acctIds);
    return [...rights.values()].some((right) => allowsPosting(right, this.config));
  }
}

/** In the sandbox the owner may post as well, so the text names both. */
export function rejectPoster(actor: Actor, { mode }: Pick<Config, 'mode'>): void {
  requireAdministrator(
    actor,
    mode === 'sandbox'
      ? 'Only an administrator, who does not act for a customer, or the owner of the account may do this.'
      : undefined,
  );
}

export const allowsPosting = (right: AccountRight, { mode }: Pick<Config, 'mode'>): boolean =>
  right === 'Administrator' || (right === 'Owner' && mode === 'sandbox');
