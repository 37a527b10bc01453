import { Injectable } from '@nestjs/common';
import type { Order } from '../exchange/ledger/order.entity.js';
import { NumberedObjectGuard } from '../http/path-object.guard.js';
import { OrdersService } from './lists/orders.service.js';

/** An order on an account that the caller may view. */
export type ReadableOrder = Order;

/**
 * Admits callers who may view the account of the order of the path (`:id`). Who may trade is not decided here: the engine does, in the
 * order of all commands.
 */
@Injectable()
export class OrderReadGuard extends NumberedObjectGuard<ReadableOrder> {
  constructor(orders: OrdersService) {
    super((actor, id) => orders.findReadable(actor, id));
  }
}
