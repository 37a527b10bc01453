import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AuditService } from '../audit/audit.service.js';

/** The working orders of a disabled user: their count and cancellation, which returns the number of canceled orders. */
type DisabledUserListener = Readonly<{
  count: (userId: number) => Promise<number>;
  cancel: (actor: Actor, userId: number) => Promise<number>;
}>;

/** Access to the orders of a disabled user; none until the orders module registers. */
@Injectable()
export class DisabledUsersService {
  private left: DisabledUserListener = { count: () => Promise.resolve(0), cancel: () => Promise.resolve(0) };

  constructor(private readonly audit: AuditService) {}

  onUserDisabled(left: DisabledUserListener): void {
    this.left = left;
  }

  /** The number of working orders in the user's accounts. */
  async countWorkingOrders(userId: number): Promise<number> {
    return this.left.count(userId);
  }

  /** Cancels the working orders of a disabled user; returns their number. */
  async cancelOrders(actor: Actor, userId: number): Promise<number> {
    const cancelled = await this.left.cancel(actor, userId);
    if (cancelled > 0)
      await this.audit.recordFor(actor, { action: 'user.orders_cancelled', subject: ['user', userId] });
    return cancelled;
  }
}
