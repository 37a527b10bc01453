/** The events of one command in the words of the tables: what became of orders, which trades were made, what was refused. */
import type { EngineEvent, EngineOrderEvent } from '../../src/engine/event.js';
import type { OrderRow } from '../../src/engine/order.js';

const filledBy = (order: OrderRow): string[] => (order.status === 'Filled' ? [`#${order.id} Filled`] : []);

function describeEvent(event: EngineEvent): string[] {
  if ('order' in event) return tellOrder(event);
  if ('refusal' in event) return [event.refusal.code];
  if ('row' in event) return [`${event.type} ${event.row.instrumentId} ${event.row.internal}:${event.row.reference}`];
  if (event.type === 'ActionReplayed') return [`replayed #${event.orderId}`];
  if (event.type !== 'Traded') return [];
  const { trade, buy, sell } = event;
  return [
    `${trade.quantity}@${trade.price} #${trade.buyOrderId}/#${trade.sellOrderId}`,
    ...filledBy(buy),
    ...filledBy(sell),
  ];
}

function tellOrder({ type, order }: EngineOrderEvent): string[] {
  switch (type) {
    case 'OrderAccepted':
      return [`#${order.id} ${order.state}`];
    case 'OrderTriggered':
      return [`#${order.id} Triggered`];
    case 'OrderModified':
      return [`#${order.id} Modified ${order.state}`];
    case 'OrderCancelled':
    case 'OrderExpired':
      return [`#${order.id} ${order.status} ${order.cancelReason ?? ''}`];
    case 'OrderRejected':
      return []; // The refusal of the action has said why.
  }
}

export const describeEvents = (events: readonly EngineEvent[]): string => events.flatMap(describeEvent).join(', ');
