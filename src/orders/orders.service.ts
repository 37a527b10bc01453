import { EntityManager, type FilterQuery, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccess } from '../accounts/account-access.service.js';
import type { ContinueCommand } from '../engine/command.js';
import type { RefusalFigures } from '../engine/refusal.js';
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

/** The commands by which an action cancelled: its own, and the portions that followed. */
const PORTIONS = `
  select p.seq::float8 as seq from journal a cross join lateral (
    select a.seq union all select c.seq from journal c where (c.payload->>'commandSeq')::bigint = a.seq and c.type = 'ContinueCommand') p
  where a.action_id = ? and a.type in ('OrderCancellation', 'MassCancellation') order by p.seq`;

/** The steps of one command stand together in their table, and those of a command in portions not far from each other. */
const CANCELLED_IN = `in (select e.order_id from order_events e where e.seq between ? and ? and e.seq = any(?::bigint[]) and e.type = 'OrderCancelled')`;

/** The order action behind a step, and both people of it. */
type ActionBehind = Pick<OrderStep, 'actionId' | 'userId' | 'actingUserId'>;

const NOBODYS: ActionBehind = { actionId: null, userId: null, actingUserId: null };

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
    if (asked.symbol !== undefined)
      conditions.push({ instrumentId: { $in: await this.instrumentsCalled(actor, asked.symbol) } });
    if (asked.cancelledBy !== undefined) conditions.push(await this.cancelledBy(asked.cancelledBy));
    const orders = await this.em.find(
      Order,
      { $and: conditions },
      { orderBy: { id: isNewestFirst ? 'desc' : 'asc' }, limit: size },
    );
    const factsOf = await this.scales.factsOf(orders.map(({ instrumentId: id }) => id));
    const figures = await this.figuresOf(orders);
    return orders.map((row) => ({ row, ...factsOf(row.instrumentId), figures: figures.get(row.actionId) ?? null }));
  }

  private async cancelledBy(actionId: number): Promise<FilterQuery<Order>> {
    const seqs = (await this.em.execute<{ seq: number }[]>(PORTIONS, [actionId])).map(({ seq }) => seq);
    const [first, last] = [seqs[0], seqs.at(-1)];
    if (first === undefined || last === undefined) return { id: { $in: [] } };
    return { [raw((alias) => `${alias}.id ${CANCELLED_IN}`, [first, last, `{${seqs.join(',')}}`])]: [] };
  }

  /** The order actions behind the commands: about this order, or a cancellation of many with its portions. */
  private async actionsOf(orderId: number, seqs: readonly number[]): Promise<Map<number, ActionBehind>> {
    const about = { $or: [{ orderId }, { type: { $in: ['MassCancellation' as const, 'ContinueCommand' as const] } }] };
    const entries = await this.em.find(
      JournalEntry,
      { seq: { $in: [...seqs] }, ...about },
      { fields: ['seq', 'actionId', 'userId', 'actingUserId', 'type', 'payload'] },
    );
    const portions = new Map(
      entries.flatMap(({ seq, type, payload }) =>
        type === 'ContinueCommand' ? [[seq, (payload as ContinueCommand).commandSeq] as const] : [],
      ),
    );
    const begun =
      portions.size === 0
        ? []
        : await this.em.find(
            JournalEntry,
            { seq: { $in: [...portions.values()] } },
            { fields: ['seq', 'actionId', 'userId', 'actingUserId'] },
          );
    const actionOf = new Map(
      [...entries, ...begun].map(({ seq, actionId, userId, actingUserId }): [number, ActionBehind] => [
        seq,
        actionId === null ? NOBODYS : { actionId, userId, actingUserId },
      ]),
    );
    return new Map(entries.map(({ seq }) => [seq, actionOf.get(portions.get(seq) ?? seq) ?? NOBODYS]));
  }

  private async instrumentsCalled(actor: Actor, symbol: string): Promise<number[]> {
    return (await this.instruments.called(actor, [symbol.toUpperCase()])).map(({ id }) => id);
  }

  async show(actor: Actor, id: number): Promise<ShownOrder> {
    const row = await this.em.findOne(Order, { id });
    if (!row || !(await this.access.mayRead(actor, row.acctId))) throw new UnknownOrder();
    const figures = await this.figuresOf([row]);
    return {
      row,
      ...(await this.scales.factsOf([row.instrumentId]))(row.instrumentId),
      figures: figures.get(row.actionId) ?? null,
    };
  }

  /** For which figures orders were rejected, by the actions that made them. */
  private async figuresOf(orders: readonly Order[]): Promise<Map<number, RefusalFigures>> {
    const actionIds = orders.flatMap(({ status, actionId }) => (status === 'Rejected' ? [actionId] : []));
    if (actionIds.length === 0) return new Map();
    const entries = await this.em.find(
      JournalEntry,
      { actionId: { $in: actionIds } },
      { fields: ['seq', 'actionId', 'refusalFigures'] },
    );
    return new Map(
      entries.flatMap(({ actionId, refusalFigures }) =>
        actionId === null || refusalFigures === null ? [] : [[actionId, refusalFigures] as const],
      ),
    );
  }

  /** Every step of an order's life, from the first. */
  async recount(
    actor: Actor,
    id: number,
    { size, after }: Readonly<{ size: number; after: number }>,
  ): Promise<OrderStep[]> {
    const { row, scale } = await this.show(actor, id);
    const steps = await this.em.find(
      OrderEvent,
      { orderId: id, revision: { $gt: after } },
      { orderBy: { revision: 'asc' }, limit: size },
    );
    const actions = await this.actionsOf(
      id,
      steps.map(({ seq }) => seq),
    );
    return steps.map((step) => ({
      step,
      instrumentId: row.instrumentId,
      side: row.side,
      scale,
      ...(actions.get(step.seq) ?? NOBODYS),
      rejectCode: row.rejectCode,
    }));
  }
}

function conditionsOf({
  statuses,
  acctId,
  instrumentId,
  side,
  clientOrderId,
  updatedSince,
  sessionDate,
  from,
  to,
}: Omit<OrderFilter, keyof Span>): FilterQuery<Order>[] {
  const conditions: FilterQuery<Order>[] = Object.entries({
    acctId,
    instrumentId,
    side,
    clientOrderId,
    sessionDate,
  }).flatMap(([name, value]) => (value === undefined ? [] : [{ [name]: value }]));
  if (statuses !== undefined) conditions.push({ status: { $in: [...statuses] } });
  if (from !== undefined) conditions.push({ createdAt: { $gte: from } });
  if (to !== undefined) conditions.push({ createdAt: { $lt: to } });
  if (updatedSince !== undefined) conditions.push({ updatedAt: { $gte: updatedSince } });
  return conditions;
}
