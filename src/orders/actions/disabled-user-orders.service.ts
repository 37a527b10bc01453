import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../access/actor.js';
import { DisabledUsersService } from '../../users/disabled-users.service.js';
import { OrderActionsService } from './order-actions.service.js';

const OPEN_ORDERS_SQL = `
  select acct_id::float8 as "acctId", count(*)::int as open from orders
  where status = 'Open' and acct_id in (select id from accounts where owner_id = ?) group by acct_id order by acct_id`;

/** Cancels the working orders in the accounts of a disabled user, by ordinary order actions, so they are published and stored like all others. */
@Injectable()
export class DisabledUserOrdersService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly disabledUsers: DisabledUsersService,
    private readonly actions: OrderActionsService,
  ) {}

  onModuleInit(): void {
    this.disabledUsers.workingOrders.register({
      count: async (userId) => (await this.countOpenOrders(userId)).reduce((sum, { open }) => sum + open, 0),
      cancel: (actor, userId) => this.cancel(actor, userId),
    });
  }

  private async cancel(actor: Actor, userId: number): Promise<number> {
    const accounts = await this.countOpenOrders(userId);
    if (accounts.length === 0) return 0;
    const results = await this.actions.submit(
      actor,
      accounts.map(({ acctId }) => ({
        type: 'MassCancellation',
        acctId,
        instrumentId: null,
        productGroupId: null,
        side: null,
      })),
    );
    return results.reduce((sum, { cancellation }) => sum + (cancellation?.orders ?? 0), 0);
  }

  private countOpenOrders(userId: number): Promise<{ acctId: number; open: number }[]> {
    return this.em.execute(OPEN_ORDERS_SQL, [userId]);
  }
}
