import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { InstrumentsService, type ListedInstrument } from '../instruments/instruments.service.js';
import { Hindrances } from './hindrances.service.js';
import type { OrderStory } from './order-story.js';
import { OrdersService } from './orders.service.js';

/** An order that somebody thinks of changing, what it trades, and what keeps them from it. */
export type Modifiable = Pick<OrderStory, 'order' | 'pause' | 'bar'> & Readonly<{ listed: ListedInstrument }>;

/** Changes of orders: everything that somebody needs in front of them to make one. */
@Injectable()
export class Modifications {
  constructor(
    private readonly orders: OrdersService,
    private readonly instruments: InstrumentsService,
    private readonly hindrances: Hindrances,
  ) {}

  async of(actor: Actor, id: number): Promise<Modifiable> {
    const order = await this.orders.show(actor, id);
    return {
      order,
      listed: await this.instruments.show(actor, order.row.instrumentId),
      ...(await this.hindrances.on(actor, order.row)),
    };
  }
}
