import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, NotFoundException, UnprocessableEntityException } from '@nestjs/common';
import { Account } from './account.entity.js';
import type { NewOrderAction } from './order.dto.js';
import { OrderAction } from './order-action.entity.js';
import { Order } from './order.entity.js';

@Injectable()
export class OrdersService {
  constructor(private readonly em: EntityManager) {}

  async submit(sent: NewOrderAction): Promise<OrderAction> {
    const order = sent.action_type === 'LimitOrderSub' ? await this.open(sent) : await this.cancel(sent.order_id ?? 0);
    const action = this.em.create(OrderAction, { actionType: sent.action_type, order });
    await this.em.flush();
    return action;
  }

  private async open(sent: NewOrderAction): Promise<Order> {
    const account = await this.em.findOne(Account, sent.acct_id);
    if (!account) throw new UnprocessableEntityException('unknown_account');
    if (Number(account.cashBalance) < sent.limit_price * sent.quantity)
      throw new UnprocessableEntityException('insufficient_margin');
    const { instrument_id: instrumentId, time_in_force: timeInForce, side, quantity } = sent;
    return this.em.create(Order, {
      account,
      instrumentId,
      side,
      timeInForce,
      limitPrice: String(sent.limit_price),
      quantity,
    });
  }

  private async cancel(id: number): Promise<Order> {
    const order = await this.em.findOne(Order, id);
    if (!order) throw new NotFoundException('unknown_order');
    order.status = 'Cancelled';
    return order;
  }
}
