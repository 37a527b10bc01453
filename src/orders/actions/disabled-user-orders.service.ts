import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { UserAdministrationService } from '../../users/user-administration.service.js';
import { OpenOrderCountsService } from '../forms/open-order-counts.service.js';
import { OrderActionsService } from './order-actions.service.js';

/** Cancels the working orders in the accounts of a disabled user, by ordinary order actions, so they are published and stored like all others. */
@Injectable()
export class DisabledUserOrdersService implements OnModuleInit {
  constructor(
    private readonly counts: OpenOrderCountsService,
    private readonly users: UserAdministrationService,
    private readonly actions: OrderActionsService,
  ) {}

  onModuleInit(): void {
    this.users.workingOrders.register({
      count: async (userId) => (await this.counts.countByOwner(userId)).reduce((sum, { open }) => sum + open, 0),
      cancel: (actor, userId) => this.cancel(actor, userId),
    });
  }

  private async cancel(actor: Actor, userId: number): Promise<number> {
    const accounts = await this.counts.countByOwner(userId);
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
}
