import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccess } from '../accounts/account-access.service.js';
import { JournalEntry } from '../exchange/ledger/journal-entry.entity.js';
import { Order } from '../exchange/ledger/order.entity.js';
import { OrderEvent } from '../exchange/ledger/order-event.entity.js';
import { InstrumentsService } from '../instruments/instruments.service.js';
import type { OrderStep } from './order-step.js';
import type { OrderFilter } from './order-questions.js';
import { UnknownOrder } from './order-refusals.js';
import type { Span } from './pages.js';
import { PriceScales } from '../exchange/ledger/price-scales.service.js';
import type { ShownOrder } from './shown-order.js';

/** Orders as the tables have them, for whoever may look at their accounts. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccess,
    private readonly scales: PriceScales,
    private readonly instruments: InstrumentsService,
  ) {}

  async list(actor: Actor, { size, after, before, isNewestFirst, ...asked }: OrderFilter): Promise<ShownOrder[]> {
    const readable = await this.access.readableBy(actor);
    const conditions: FilterQuery<Order>[] = [{ id: { $gt: after, $lt: before } }, ...conditionsOf(asked)];
    if (readable !== 'all') conditions.push({ acctId: { $in: [...readable] } });
    if (asked.symbol !== undefined) conditions.push({ instrumentId: { $in: await this.instrumentsCalled(actor, asked.symbol) } });
    const orders = await this.em.find(Order, { $and: conditions }, { orderBy: { id: isNewestFirst ? 'desc' : 'asc' }, limit: size });
    const factsOf = await this.scales.factsOf(orders.map(({ instrumentId: id }) => id));
    return orders.map((row) => ({ row, ...factsOf(row.instrumentId) }));
  }

  private async instrumentsCalled(actor: Actor, symbol: string): Promise<number[]> {
    return (await this.instruments.called(actor, [symbol.toUpperCase()])).map(({ id }) => id);
  }

  async show(actor: Actor, id: number): Promise<ShownOrder> {
    const row = await this.em.findOne(Order, { id });
    if (!row || !(await this.access.mayRead(actor, row.acctId))) throw new UnknownOrder();
    return { row, ...(await this.scales.factsOf([row.instrumentId]))(row.instrumentId) };
  }

  /** Every step of an order's life, from the first. */
  async recount(actor: Actor, id: number, { size, after }: Readonly<{ size: number; after: number }>): Promise<OrderStep[]> {
    const { row, scale } = await this.show(actor, id);
    const steps = await this.em.find(OrderEvent, { orderId: id, version: { $gt: after } }, { orderBy: { version: 'asc' }, limit: size });
    const about = { $or: [{ orderId: id }, { type: 'MassCancellation' as const }] };
    const entries = await this.em.find(JournalEntry, { seq: { $in: steps.map(({ seq }) => seq) }, ...about }, { fields: ['seq', 'actionId'] });
    const actions = new Map(entries.map(({ seq, actionId }) => [seq, actionId]));
    return steps.map((step) => ({ step, instrumentId: row.instrumentId, side: row.side, scale, actionId: actions.get(step.seq) ?? null, rejectCode: row.rejectCode }));
  }
}

function conditionsOf({ statuses, acctId, instrumentId, side, clientOrderId, updatedSince, sessionDate }: Omit<OrderFilter, keyof Span>): FilterQuery<Order>[] {
  const conditions: FilterQuery<Order>[] = Object.entries({ acctId, instrumentId, side, clientOrderId, sessionDate }).flatMap(([name, value]) => (value === undefined ? [] : [{ [name]: value }]));
  if (statuses !== undefined) conditions.push({ status: { $in: [...statuses] } });
  if (updatedSince !== undefined) conditions.push({ updatedAt: { $gte: updatedSince } });
  return conditions;
}
