import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Order } from '../ledger/order.entity.js';

type EarlierOrder = Readonly<{ actionId: number; orderId: number; fingerprint: number }>;

/** What the database knows of a client order id. */
@Injectable()
export class EarlierOrders {
  constructor(private readonly em: EntityManager) {}

  async find(acctId: number, clientOrderId: string): Promise<EarlierOrder | null> {
    const order = await this.em.fork().findOne(Order, { acctId, clientOrderId });
    return order === null ? null : { actionId: order.actionId, orderId: order.id, fingerprint: order.fingerprint ?? 0 };
  }
}
