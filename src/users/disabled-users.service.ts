import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { requireAdministrator } from '../access/require-administrator.js';
import { AuditService } from '../audit/audit.service.js';

/** What somebody leaves in the market: how many orders work in their accounts, and what takes them out, which says how many it took. */
type DisabledUserListener = Readonly<{
  count: (userId: number) => Promise<number>;
  cancel: (actor: Actor, userId: number) => Promise<number>;
}>;

/** What becomes of the orders of somebody who is disabled: they know of none here until the room that keeps orders says so. */
@Injectable()
export class DisabledUsersService {
  private left: DisabledUserListener = { count: () => Promise.resolve(0), cancel: () => Promise.resolve(0) };

  constructor(private readonly audit: AuditService) {}

  leaveBy(left: DisabledUserListener): void {
    this.left = left;
  }

  /** How many orders work in the accounts of somebody. */
  async workingOrders(actor: Actor, userId: number): Promise<number> {
    requireAdministrator(actor);
    return this.left.count(userId);
  }

  /** Takes out of the market what somebody has there who can give no more orders; says how many orders that were. */
  async cancelOrders(actor: Actor, userId: number): Promise<number> {
    requireAdministrator(actor);
    const cancelled = await this.left.cancel(actor, userId);
    if (cancelled > 0) await this.audit.noteOf(actor, { action: 'user.orders_cancelled', detail: `user ${userId}` });
    return cancelled;
  }
}
