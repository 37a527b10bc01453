import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { Order } from '../exchange/ledger/order.entity.js';
import { PathObjectGuard } from '../http/path-object.guard.js';
import { parseId } from '../http/wire-values.js';
import { OrdersService } from './lists/orders.service.js';

/** An order on an account that the caller may view. */
export type ReadableOrder = Order;

/**
 * Admits callers who may view the account of the order of the path (`:id`). Who may trade is not decided here: the engine does, in the
 * order of all commands.
 */
@Injectable()
export class OrderReadGuard extends PathObjectGuard {
  constructor(private readonly orders: OrdersService) {
    super();
  }

  protected async load(actor: Actor, parameters: Readonly<Record<string, string>>): Promise<ReadableOrder | null> {
    const id = parseId(parameters['id']);
    return id === null ? null : this.orders.findReadable(actor, id);
  }
}
