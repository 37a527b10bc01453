import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import type { OrderAction } from '../../engine/command.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { OrdersService } from '../lists/orders.service.js';
import type { OrderRecord } from '../order-record.js';

/** What the answer to an order form says besides the result of its action. */
@Injectable()
export class FormOutcomesService {
  constructor(
    private readonly orders: OrdersService,
    private readonly exchange: ExchangeService,
  ) {}

  /**
   * Of an order that closed a position, the orders of the account that still work in the instrument: a stop that protected the position
   * would open one the other way. They are read from memory: what was just done is said also while the tables fail.
   */
  async countRemaining(order: OrderRecord | null, position: number | null): Promise<number> {
    const isClosed = order !== null && position !== null && order.row.filledQuantity === Math.abs(position);
    if (!isClosed) return 0;
    const { acctId, instrumentId } = order.row;
    const remaining = await this.exchange.look(({ accounts, orders }) =>
      [...(accounts.get(acctId)?.openOrders ?? [])].filter((id) => orders.peek(id)?.instrument.id === instrumentId),
    );
    return remaining.length;
  }

  /** Of an order that changed before the form arrived: how it stands now, which the page says. */
  async findCurrentOrder(actor: Actor, action: OrderAction, code: string): Promise<OrderRecord | null> {
    const hasChanged = code === 'order_not_open' || code === 'version_conflict';
    if (!hasChanged || !('orderId' in action) || action.orderId === null) return null;
    return this.orders.describe(await this.orders.findReadable(actor, action.orderId));
  }
}
