import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import type { OrderAction } from '../../engine/command.js';
import { JournalEntry } from '../../exchange/ledger/journal-entry.entity.js';
import type { Order } from '../../exchange/ledger/order.entity.js';
import { Trade } from '../../exchange/ledger/trade.entity.js';
import { type MarketPause, TradingRestrictionsService } from '../trading-restrictions.service.js';
import type { OrderHistoryEvent, OrderDetails, OrderRecord } from '../order-record.js';
import { AccountCustomersService } from '../account-customers.service.js';
import { OrdersService } from '../lists/orders.service.js';
import type { AccountBar } from '../../accounts/account-rights.js';
import type { OrderActionRecord } from '../actions/order-action-record.js';

/** Who caused an event, in the words for the reader; a number is another user. */
export type EventAuthor = 'you' | 'administrator' | 'venue' | number;

/** An order action that was about an order: by whom, when, and why it was refused, if it was. */
export type TimelineAction = Readonly<{
  actionId: number;
  type: OrderAction['type'];
  at: number;
  by: EventAuthor;
  actingUserId: number;
  onBehalf: Readonly<{ userId: number; actingUserId: number }> | null;
  rejection: OrderActionRecord['rejection'];
}>;

/** What an order got by one trade, in units of the product. */
export type TimelineTrade = Readonly<{ id: number; seq: number; price: number; quantity: number; isTaker: boolean }>;

/** Everything that is known of an order's life. */
export type OrderTimeline = Readonly<{
  order: OrderRecord;
  orderEvents: readonly OrderHistoryEvent[];
  actions: readonly TimelineAction[];
  trades: readonly TimelineTrade[];
  /** At what the market traded when the stop was reached; null where it was not, or had been reached before. */
  triggerPrice: number | null;
  /** For whom an administrator placed it as themselves; null where it was for its user. */
  customer: number | null;
  /** Why the reader cannot act on it, and why it cannot trade now; null where they can, and where it can. */
  restriction: AccountBar | null;
  pause: MarketPause | null;
}>;

/** As many steps as a page shows: the last ones. */
const ORDER_EVENTS_MAX = 300;

/** What happened to an order and why, for people: its steps, who brought them about, what was traded, and what was refused. */
@Injectable()
export class OrderTimelineService {
  constructor(
    private readonly em: EntityManager,
    private readonly orders: OrdersService,
    private readonly restrictions: TradingRestrictionsService,
    private readonly customers: AccountCustomersService,
  ) {}

  async findTimeline(actor: Actor, row: Order): Promise<OrderTimeline> {
    const order = await this.orders.describe(row);
    const orderEvents = await this.orders.listHistory(row, {
      size: ORDER_EVENTS_MAX,
      after: Math.max(0, order.row.revision - ORDER_EVENTS_MAX),
    });
    const tradeIds = orderEvents.flatMap(({ event }) => (event.tradeId === null ? [] : [event.tradeId]));
    const [actions, trades, triggerPrice] = [
      await this.findActions(actor, row, orderEvents),
      await this.em.find(Trade, { id: { $in: tradeIds } }),
      await this.findTriggerPrice(order.row, orderEvents),
    ];
    return {
      order,
      orderEvents,
      actions,
      trades: trades.map((trade) => toTimelineTrade(trade, order.row)),
      triggerPrice,
      customer: (await this.customers.findCustomers([row]))[0] ?? null,
      ...(await this.restrictions.findForOrder(actor, order.row)),
    };
  }

  /** Those about this order, and the cancellations of many that took it along. */
  private async findActions(
    actor: Actor,
    { id, acctId }: Order,
    orderEvents: readonly OrderHistoryEvent[],
  ): Promise<TimelineAction[]> {
    const actionIds = orderEvents.flatMap(({ actionId }) => (actionId === null ? [] : [actionId]));
    const where = { $and: [{ actionId: { $ne: null } }, { $or: [{ orderId: id }, { actionId: { $in: actionIds } }] }] };
    const entries = await this.em.find(JournalEntry, where, { orderBy: { actionId: 'desc' }, limit: ORDER_EVENTS_MAX });
    const customers = await this.customers.findCustomers(entries.map(({ userId }) => ({ acctId, userId })));
    return entries.map((entry, index) => toTimelineAction(entry, customers[index] ?? entry.userId, actor)).reverse();
  }

  /** The first trade of the command that reached the stop. */
  private async findTriggerPrice(
    { instrumentId, stopPrice, side }: OrderDetails,
    orderEvents: readonly OrderHistoryEvent[],
  ): Promise<number | null> {
    const seq = orderEvents.find(({ event }) => event.type === 'OrderTriggered')?.event.seq;
    if (seq === undefined || stopPrice === null) return null;
    const priceCondition = side === 'Buy' ? { $gte: stopPrice } : { $lte: stopPrice };
    const trade = await this.em.findOne(
      Trade,
      { seq, instrumentId, price: priceCondition },
      { orderBy: { id: 'asc' } },
    );
    return trade?.price ?? null;
  }
}

/** `userId` is the user for whom it was: the customer, if an administrator acted for one. */
function toTimelineAction(entry: JournalEntry, userId: number, actor: Actor): TimelineAction {
  const { actionId, type, at, refusalCode, refusalDetail, refusalFigures } = entry;
  const rejection =
    refusalCode === null ? null : { code: refusalCode, detail: refusalDetail ?? '', figures: refusalFigures };
  return {
    actionId: actionId ?? 0,
    type: type as OrderAction['type'],
    at,
    by: toAuthor(entry, actor),
    actingUserId: entry.actingUserId,
    onBehalf: userId === entry.actingUserId ? null : { userId, actingUserId: entry.actingUserId },
    rejection,
  };
}

function toAuthor({ userId, actingUserId, isAdministrator }: JournalEntry, actor: Actor): EventAuthor {
  if (actingUserId === 0) return 'venue';
  if (actingUserId === actor.actingUserId) return 'you';
  return isAdministrator || userId !== actingUserId ? 'administrator' : actingUserId;
}

const toTimelineTrade = (
  { id, seq, price, quantity, aggressorSide }: Trade,
  { side }: OrderDetails,
): TimelineTrade => ({ id, seq, price, quantity, isTaker: aggressorSide === side });
