import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { OrderAction } from '../engine/command.js';
import { JournalEntry } from '../exchange/ledger/journal-entry.entity.js';
import { Trade } from '../exchange/ledger/trade.entity.js';
import { Hindrances } from './hindrances.service.js';
import type { Author, OrderStory, StoryAction, StoryTrade } from './order-story.js';
import type { OrderStep } from './order-step.js';
import { OrdersService } from './orders.service.js';
import type { OrderFacts } from './shown-order.js';

/** As many steps as a page has room for: the last ones. */
const STEPS_MAX = 300;

/** What happened to an order and why, for people: its steps, who brought them about, what was traded, and what was refused. */
@Injectable()
export class OrderStories {
  constructor(
    private readonly em: EntityManager,
    private readonly orders: OrdersService,
    private readonly hindrances: Hindrances,
  ) {}

  async tell(actor: Actor, id: number): Promise<OrderStory> {
    const order = await this.orders.show(actor, id);
    const steps = await this.orders.recount(actor, id, {
      size: STEPS_MAX,
      after: Math.max(0, order.row.revision - STEPS_MAX),
    });
    const tradeIds = steps.flatMap(({ step }) => (step.tradeId === null ? [] : [step.tradeId]));
    const [actions, trades, triggerPrice] = [
      await this.actionsOn(actor, id, steps),
      await this.em.find(Trade, { id: { $in: tradeIds } }),
      await this.triggerOf(order.row, steps),
    ];
    return {
      order,
      steps,
      actions,
      trades: trades.map((trade) => tradeOf(trade, order.row)),
      triggerPrice,
      ...(await this.hindrances.on(actor, order.row)),
    };
  }

  /** Those about this order, and the cancellations of many that took it along. */
  private async actionsOn(actor: Actor, id: number, steps: readonly OrderStep[]): Promise<StoryAction[]> {
    const named = steps.flatMap(({ actionId }) => (actionId === null ? [] : [actionId]));
    const where = { $and: [{ actionId: { $ne: null } }, { $or: [{ orderId: id }, { actionId: { $in: named } }] }] };
    const entries = await this.em.find(JournalEntry, where, { orderBy: { actionId: 'desc' }, limit: STEPS_MAX });
    return entries.reverse().map((entry) => actionOf(entry, actor));
  }

  /** The first trade of the command that reached the stop. */
  private async triggerOf(
    { instrumentId, stopPrice, side }: OrderFacts,
    steps: readonly OrderStep[],
  ): Promise<number | null> {
    const seq = steps.find(({ step }) => step.type === 'OrderTriggered')?.step.seq;
    if (seq === undefined || stopPrice === null) return null;
    const reached = side === 'Buy' ? { $gte: stopPrice } : { $lte: stopPrice };
    const trade = await this.em.findOne(Trade, { seq, instrumentId, price: reached }, { orderBy: { id: 'asc' } });
    return trade?.price ?? null;
  }
}

function actionOf(entry: JournalEntry, actor: Actor): StoryAction {
  const { actionId, type, at, refusalCode, refusalDetail, refusalFigures } = entry;
  const refusal =
    refusalCode === null ? null : { code: refusalCode, detail: refusalDetail ?? '', figures: refusalFigures };
  return {
    actionId: actionId ?? 0,
    type: type as OrderAction['type'],
    at,
    by: authorOf(entry, actor),
    actingUserId: entry.actingUserId,
    onBehalf: entry.userId === entry.actingUserId ? null : { userId: entry.userId, actingUserId: entry.actingUserId },
    refusal,
  };
}

function authorOf({ userId, actingUserId, isAdministrator }: JournalEntry, actor: Actor): Author {
  if (actingUserId === 0) return 'venue';
  if (actingUserId === actor.actingUserId) return 'you';
  return isAdministrator || userId !== actingUserId ? 'administrator' : actingUserId;
}

const tradeOf = ({ id, seq, price, quantity, aggressorSide }: Trade, { side }: OrderFacts): StoryTrade => ({
  id,
  seq,
  price,
  quantity,
  isTaker: aggressorSide === side,
});
