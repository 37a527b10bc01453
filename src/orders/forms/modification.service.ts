import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import type { Order } from '../../exchange/ledger/order.entity.js';
import { InstrumentsService, type InstrumentDetails } from '../../instruments/instruments.service.js';
import { TradingRestrictionsService } from '../trading-restrictions.service.js';
import type { OrderTimeline } from '../history/order-timeline.service.js';
import { OrdersService } from '../lists/orders.service.js';

/** An open order with its instrument, and the reasons why it cannot be modified. */
export type ModifiableOrder = Pick<OrderTimeline, 'order' | 'pause' | 'restriction'> &
  Readonly<{ listed: InstrumentDetails }>;

/** The forms for changing orders. */
@Injectable()
export class ModificationService {
  constructor(
    private readonly orders: OrdersService,
    private readonly instruments: InstrumentsService,
    private readonly restrictions: TradingRestrictionsService,
  ) {}

  async findModifiableOrder(actor: Actor, row: Order): Promise<ModifiableOrder> {
    const order = await this.orders.describe(row);
    return {
      order,
      listed: await this.instruments.get(actor, order.row.instrumentId),
      ...(await this.restrictions.findForOrder(actor, order.row)),
    };
  }
}
