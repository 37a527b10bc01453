import { EntityManager, type FilterQuery, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { AccountAccessService } from '../../accounts/account-access.service.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import type { ContinueCommand } from '../../engine/command.js';
import type { RefusalFigures } from '../../engine/refusal.js';
import { JournalEntry } from '../../exchange/ledger/journal-entry.entity.js';
import { Order, OrderEvent } from '../../exchange/ledger/order.entity.js';
import { InstrumentsService } from '../../instruments/instruments.service.js';
import type { OrderHistoryEvent, OrderRecord } from '../order-record.js';
import type { OrderConditions, OrderFilter } from './order-paging.js';
import { UnknownOrderError } from '../order-errors.js';
import { PriceScalesService } from '../../exchange/ledger/price-scales.service.js';

/** The commands by which an action canceled orders: its own, and the portions that followed. */
const PORTIONS_SQL = `
  select p.seq::float8 as seq from journal a cross join lateral (
    select a.seq union all select c.seq from journal c where (c.payload->>'commandSeq')::bigint = a.seq and c.type = 'ContinueCommand') p
  where a.action_id = ? and a.type in ('OrderCancellation', 'MassCancellation') order by p.seq`;

/** The steps of one command stand together in their table, and those of a command in portions not far from each other. */
const CANCELLED_IN_SQL = `in (select e.order_id from order_events e where e.seq between ? and ? and e.seq = any(?::bigint[]) and e.type = 'OrderCancelled')`;

/** The order action behind a step, and both people of it. */
type CausingAction = Pick<OrderHistoryEvent, 'actionId' | 'userId' | 'actingUserId'>;

const NO_ACTION: CausingAction = { actionId: null, userId: null, actingUserId: null };

/**
 * Orders as the tables have them, for readers who may view their accounts. A list's filter is not a guard: everybody may list, and the
 * query decides which orders the list has.
 */
@Injectable()
export class OrdersService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccessService,
    private readonly accounts: AccountsService,
    private readonly scales: PriceScalesService,
    private readonly instruments: InstrumentsService,
  ) {}

  async list(actor: Actor, filter: OrderFilter): Promise<OrderRecord[]> {
    return this.listOnAccounts(actor, await this.findAccounts(actor, filter), filter);
  }

  /** The orders of these accounts. The caller has found that the user may view them. */
  async listOnAccounts(
    actor: Actor,
    readableAccountIds: readonly number[] | 'all',
    { size, after, before, isNewestFirst, ...filter }: OrderFilter,
  ): Promise<OrderRecord[]> {
    const conditions = await this.toAccountConditions(actor, readableAccountIds, filter);
    const orders = await this.em.find(
      Order,
      { $and: [{ id: { $gt: after, $lt: before } }, ...conditions] },
      { orderBy: { id: isNewestFirst ? 'desc' : 'asc' }, limit: size },
    );
    return this.describeAll(orders);
  }

  /** Which rows a list has that the user may view. */
  async toListConditions(actor: Actor, filter: OrderConditions): Promise<FilterQuery<Order>> {
    const readableAccountIds = await this.findAccounts(actor, filter);
    return { $and: await this.toAccountConditions(actor, readableAccountIds, filter) };
  }

  private findAccounts(
    actor: Actor,
    { account, leftOut = new Set() }: OrderConditions,
  ): Promise<readonly number[] | 'all'> {
    return this.accounts.findReadableWithout(actor, leftOut, account);
  }

  private async toAccountConditions(
    actor: Actor,
    readableAccountIds: readonly number[] | 'all',
    filter: OrderConditions,
  ): Promise<FilterQuery<Order>[]> {
    const conditions = toConditions(filter);
    if (readableAccountIds !== 'all') conditions.push(toAccountsCondition(readableAccountIds));
    if (filter.symbol !== undefined)
      conditions.push({ instrumentId: { $in: await this.findInstrumentIds(actor, filter.symbol) } });
    if (filter.cancelledBy !== undefined) conditions.push(await this.toCancelledByCondition(filter.cancelledBy));
    return conditions;
  }

  private async toCancelledByCondition(actionId: number): Promise<FilterQuery<Order>> {
    const seqs = (await this.em.execute<{ seq: number }[]>(PORTIONS_SQL, [actionId])).map(({ seq }) => seq);
    const [first, last] = [seqs[0], seqs.at(-1)];
    if (first === undefined || last === undefined) return { id: { $in: [] } };
    return { [raw((alias) => `${alias}.id ${CANCELLED_IN_SQL}`, [first, last, `{${seqs.join(',')}}`])]: [] };
  }

  /** The order actions behind the commands: about this order, or a cancellation of many with its portions. */
  private async findActions(orderId: number, seqs: readonly number[]): Promise<Map<number, CausingAction>> {
    const condition = {
      $or: [{ orderId }, { type: { $in: ['MassCancellation' as const, 'ContinueCommand' as const] } }],
    };
    const entries = await this.em.find(
      JournalEntry,
      { seq: { $in: [...seqs] }, ...condition },
      { fields: ['seq', 'actionId', 'userId', 'actingUserId', 'type', 'payload'] },
    );
    const portions = new Map(
      entries.flatMap(({ seq, type, payload }) =>
        type === 'ContinueCommand' ? [[seq, (payload as ContinueCommand).commandSeq] as const] : [],
      ),
    );
    const startEntries =
      portions.size === 0
        ? []
        : await this.em.find(
            JournalEntry,
            { seq: { $in: [...portions.values()] } },
            { fields: ['seq', 'actionId', 'userId', 'actingUserId'] },
          );
    const actionsBySeq = new Map(
      [...entries, ...startEntries].map(({ seq, actionId, userId, actingUserId }): [number, CausingAction] => [
        seq,
        actionId === null ? NO_ACTION : { actionId, userId, actingUserId },
      ]),
    );
    return new Map(entries.map(({ seq }) => [seq, actionsBySeq.get(portions.get(seq) ?? seq) ?? NO_ACTION]));
  }

  private async findInstrumentIds(actor: Actor, symbol: string): Promise<number[]> {
    return (await this.instruments.findBySymbols(actor, [symbol.toUpperCase()])).map(({ id }) => id);
  }

  /** The same failure for a missing order and for one on an account that the caller may not view. */
  async findReadable(actor: Actor, id: number): Promise<Order> {
    const order = await this.em.findOne(Order, { id });
    if (!order || !(await this.access.mayRead(actor, order.acctId))) throw new UnknownOrderError();
    return order;
  }

  async describe(row: Order): Promise<OrderRecord> {
    const rejectionDetails = await this.findRejectionDetails([row]);
    return {
      row,
      ...(await this.scales.loadFacts([row.instrumentId]))(row.instrumentId),
      rejectionDetails: rejectionDetails.get(row.actionId) ?? null,
    };
  }

  async describeAll(orders: readonly Order[]): Promise<OrderRecord[]> {
    const findInstrument = await this.scales.loadFacts(orders.map(({ instrumentId: id }) => id));
    const rejectionDetails = await this.findRejectionDetails(orders);
    return orders.map((row) => ({
      row,
      ...findInstrument(row.instrumentId),
      rejectionDetails: rejectionDetails.get(row.actionId) ?? null,
    }));
  }

  /** For which figures orders were rejected, by the actions that made them. */
  private async findRejectionDetails(orders: readonly Order[]): Promise<Map<number, RefusalFigures>> {
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
  async listHistory(
    row: Order,
    { size, after }: Readonly<{ size: number; after: number }>,
  ): Promise<OrderHistoryEvent[]> {
    const { id, instrumentId } = row;
    const { scale } = (await this.scales.loadFacts([instrumentId]))(instrumentId);
    const orderEvents = await this.em.find(
      OrderEvent,
      { orderId: id, revision: { $gt: after } },
      { orderBy: { revision: 'asc' }, limit: size },
    );
    const actions = await this.findActions(
      id,
      orderEvents.map(({ seq }) => seq),
    );
    return orderEvents.map((event) => ({
      event,
      instrumentId,
      side: row.side,
      scale,
      ...(actions.get(event.seq) ?? NO_ACTION),
      rejectCode: row.rejectCode,
    }));
  }
}

/** One array: an administrator may have more accounts than a statement has parameters. */
const toAccountsCondition = (acctIds: readonly number[]): FilterQuery<Order> => ({
  [raw((alias) => `${alias}.acct_id = any(?::bigint[])`, [`{${acctIds.join(',')}}`])]: [],
});

function toConditions(filter: OrderConditions): FilterQuery<Order>[] {
  const { statuses, updatedSince, from, to, acctId, instrumentId, side, clientOrderId, sessionDate } = filter;
  const equalities = { acctId, instrumentId, side, clientOrderId, sessionDate };
  const conditions: FilterQuery<Order>[] = Object.entries(equalities).flatMap(([name, value]) =>
    value === undefined ? [] : [{ [name]: value }],
  );
  if (statuses !== undefined) conditions.push({ status: { $in: [...statuses] } });
  if (from !== undefined) conditions.push({ createdAt: { $gte: from } });
  if (to !== undefined) conditions.push({ createdAt: { $lt: to } });
  if (updatedSince !== undefined) conditions.push({ updatedAt: { $gte: updatedSince } });
  return conditions;
}
