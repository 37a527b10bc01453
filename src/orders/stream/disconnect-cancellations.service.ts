import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import type { OrderAction } from '../../engine/command.js';
import { DomainError } from '../../errors/domain-error.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { ACTIONS_MAX } from '../actions/order-actions.dto.js';
import { OrderActionsService } from '../actions/order-actions.service.js';

const RETRY_AFTER_MS = 250;
/** An exchange that is not available for longer leaves the orders working; the log says which. */
const RETRIES_MAX = 240;

/** A submission that was answered before its outcome was known. `since` is the time of the exchange before it was sent. */
export type UnconfirmedOrder = Readonly<{ acctId: number; clientOrderId: string; since: number }>;

/** Cancels the working orders of a connection that has ended. */
@Injectable()
export class DisconnectCancellationsService {
  private readonly log = new Logger(DisconnectCancellationsService.name);

  constructor(
    private readonly exchange: ExchangeService,
    private readonly actions: OrderActionsService,
  ) {}

  /** The orders among these that are not finished. */
  findWorking(orderIds: Iterable<number>): Promise<number[]> {
    return this.exchange.look(({ orders }) => [...orderIds].filter((id) => orders.has(id)));
  }

  now(): number {
    return this.exchange.now();
  }

  /**
   * The working orders that these submissions have placed. One with the name of an earlier order has only repeated that. They are
   * looked for among the orders, because the exchange may have forgotten the names.
   */
  findPlaced(unconfirmed: readonly UnconfirmedOrder[]): Promise<number[]> {
    const byAccount = Map.groupBy(unconfirmed, ({ acctId }) => acctId);
    return this.exchange.look(({ accounts, orders }) =>
      [...byAccount].flatMap(([acctId, submissions]) => {
        // Of several with one name, the first counts.
        const since = new Map(submissions.toReversed().map((one) => [one.clientOrderId, one.since]));
        return [...(accounts.get(acctId)?.openOrders ?? [])].filter((id) => {
          const { clientOrderId = null, createdAt = 0 } = orders.peek(id)?.origin ?? {};
          return clientOrderId !== null && createdAt >= (since.get(clientOrderId) ?? Infinity);
        });
      }),
    );
  }

  /** In the name of the user who placed them, as their own cancellations. */
  async cancel(
    actor: Actor,
    orderIds: readonly number[],
    unconfirmed: readonly UnconfirmedOrder[] = [],
  ): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await this.cancelWorking(actor, [...orderIds, ...(await this.findPlaced(unconfirmed))]);
        return;
      } catch (error) {
        if (!(error instanceof DomainError) || tries === RETRIES_MAX) {
          this.log.error(`Orders of a lost connection are not canceled: ${orderIds.join(', ')}`, error);
          return;
        }
        await pause(RETRY_AFTER_MS, undefined, { ref: false });
      }
    }
  }

  private async cancelWorking(actor: Actor, orderIds: readonly number[]): Promise<void> {
    const working = await this.findWorking(orderIds);
    for (let first = 0; first < working.length; first += ACTIONS_MAX)
      await this.actions.submit(actor, working.slice(first, first + ACTIONS_MAX).map(toCancellation));
  }
}

const toCancellation = (orderId: number): OrderAction => ({
  type: 'OrderCancellation',
  orderId,
  acctId: null,
  clientOrderId: null,
  afterDisconnect: true,
});
