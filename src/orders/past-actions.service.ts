import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { OrderAction } from '../engine/command.js';
import type { OrderRefusalCode } from '../engine/refusal.js';
import { JournalEntry } from '../exchange/ledger/journal-entry.entity.js';
import { Order } from '../exchange/ledger/order.entity.js';
import { OrderEvent } from '../exchange/ledger/order-event.entity.js';
import { Trade } from '../exchange/ledger/trade.entity.js';
import type { Fill, Outcome, Replay } from './action-outcome.js';
import { statusIn } from './order-step.js';
import { PriceScales } from './price-scales.service.js';
import type { OrderFacts } from './shown-order.js';

/** What came of actions that are in the journal, from the tables: the order as it was then, not as it is now. */
@Injectable()
export class PastActions {
  constructor(
    private readonly em: EntityManager,
    private readonly scales: PriceScales,
  ) {}

  async outcomeOf({ actionId, orderId }: Replay): Promise<Outcome> {
    // In a unit of work of its own: this runs after others have written what an earlier question of the request may have read.
    const em = this.em.fork();
    const entry = await em.findOneOrFail(JournalEntry, { actionId });
    const order = await em.findOneOrFail(Order, { id: orderId });
    const steps = await em.find(OrderEvent, { orderId, seq: { $lte: entry.seq } }, { orderBy: { version: 'asc' } });
    const row = asItWas(order, steps);
    const scale = (await this.scales.of([order.instrumentId]))(order.instrumentId);
    const tradeIds = steps.flatMap(({ seq, tradeId }) => (seq === entry.seq && tradeId !== null ? [tradeId] : []));
    const trades = tradeIds.length === 0 ? [] : await em.find(Trade, { id: { $in: tradeIds } }, { orderBy: { id: 'asc' } });
    return {
      actionId,
      type: entry.type as OrderAction['type'],
      receivedAt: entry.at,
      refusal: entry.refusalCode === null ? null : { code: entry.refusalCode as OrderRefusalCode, detail: entry.refusalDetail ?? '' },
      order: { row, scale },
      fills: trades.map((trade): Fill => ({ trade, side: order.side, scale })),
      cancelledIds: null,
      isReplayed: true,
    };
  }
}

/** The order after the last of these steps. What never changes of an order stands with the order alone. */
function asItWas(order: Order, steps: readonly OrderEvent[]): OrderFacts {
  const last = steps.at(-1);
  if (last === undefined) throw new Error(`Order ${order.id} has no step.`);
  const { timeInForce, expireDate, limitPrice, stopPrice, quantity, filledQuantity, turnover, state, cancelReason, version } = last;
  const { id, acctId, userId, instrumentId, clientOrderId, orderType, side, rejectCode, sessionDate, createdAt } = order;
  return {
    ...{ id, acctId, userId, instrumentId, clientOrderId, orderType, side, rejectCode, sessionDate, createdAt },
    ...{ timeInForce, expireDate, limitPrice, stopPrice, quantity, filledQuantity, turnover, state, cancelReason, version },
    status: statusIn(state),
    updatedAt: last.at,
    triggeredAt: steps.find(({ type }) => type === 'OrderTriggered')?.at ?? null,
  };
}
