import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { AccountAccessService } from '../../accounts/account-access.service.js';
import type { Side } from '../../engine/side.js';
import { Account } from '../../exchange/ledger/account.entity.js';
import { Order } from '../../exchange/ledger/order.entity.js';

/** The number of open orders of an account. */
export type OpenOrderCount = Readonly<{ acctId: number; open: number }>;

const ACCOUNTS_MAX = 100;

/** Counts open orders by account, in the order of account ids. */
@Injectable()
export class OpenOrderCountsService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccessService,
  ) {}

  /** The first accounts that the user may trade. */
  async countByAccount(
    actor: Actor,
    {
      acctId,
      ...filter
    }: Readonly<{
      acctId?: number | undefined | null;
      instrumentId?: number | undefined | null;
      side?: Side | undefined | null;
    }>,
  ): Promise<OpenOrderCount[]> {
    const tradable = await this.access.findTradableAccounts(actor);
    const given = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined);
    const conditions: FilterQuery<Order>[] = [Object.fromEntries(given)];
    if (tradable !== 'all') conditions.push({ acctId: { $in: [...tradable] } });
    if (acctId !== null && acctId !== undefined) conditions.push({ acctId });
    return (await this.count({ $and: conditions })).slice(0, ACCOUNTS_MAX);
  }

  /** The accounts of an owner. */
  async countByOwner(ownerId: number): Promise<OpenOrderCount[]> {
    const accounts = await this.em.find(Account, { ownerId }, { fields: ['id'], disableIdentityMap: true });
    return this.count({ acctId: { $in: accounts.map(({ id }) => id) } });
  }

  private async count(which: FilterQuery<Order>): Promise<OpenOrderCount[]> {
    const counts = await this.em.countBy(Order, 'acctId', { where: { $and: [which, { status: 'Open' }] } });
    return Object.entries(counts).map(([acctId, open]) => ({ acctId: Number(acctId), open }));
  }
}
