import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { Hook } from '../access/hook.js';

/** The working orders of a disabled user: their count and cancellation, which returns the number of canceled orders. */
type DisabledUserOrders = Readonly<{
  count: (userId: number) => Promise<number>;
  cancel: (actor: Actor, userId: number) => Promise<number>;
}>;

/** Access to the orders of a disabled user, for which the orders module registers. */
@Injectable()
export class DisabledUsersService {
  readonly workingOrders = Hook.required<DisabledUserOrders>();

  constructor(private readonly audit: AuditService) {}

  /** The number of working orders in the user's accounts. */
  async countWorkingOrders(userId: number): Promise<number> {
    return this.workingOrders.handler.count(userId);
  }

  /** Cancels the working orders of a disabled user; returns their number. */
  async cancelOrders(actor: Actor, userId: number): Promise<number> {
    const cancelled = await this.workingOrders.handler.cancel(actor, userId);
    if (cancelled > 0)
      await this.audit.recordFor(actor, { action: 'user.orders_cancelled', subject: ['user', userId] });
    return cancelled;
  }
}
