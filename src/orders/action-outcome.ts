import type { OrderAction } from '../engine/command.js';
import type { EngineEvent, TradeRow } from '../engine/event.js';
import type { OrderRow } from '../engine/order.js';
import type { Refusal } from '../engine/refusal.js';
import type { Side } from '../engine/side.js';
import type { InstrumentFacts } from '../exchange/traded-instruments.js';
import type { ShownOrder } from './shown-order.js';

/** One side of a trade, in what its price is counted, and what the client called the order. */
export type Fill = Readonly<{ trade: TradeRow; side: Side; clientOrderId: string | null }> & InstrumentFacts;

/** How many orders a mass cancellation means, and the first thousand of them at least. While it is pending, some of them still trade. */
type Cancelled = Readonly<{ orders: number; ids: readonly number[]; isPending: boolean }>;

/** What came of an order action: as the engine has just told it, or as the tables remember it. */
export type Outcome = Readonly<{
  actionId: number;
  type: OrderAction['type'];
  receivedAt: number;
  refusal: Refusal | null;
  /** The order that was made or meant, as the action left it. */
  order: ShownOrder | null;
  fills: readonly Fill[];
  /** What a mass cancellation means; null for the other actions. */
  cancellation: Cancelled | null;
  /** It is the outcome of an earlier action, of which this one was a copy. */
  isReplayed: boolean;
}>;

/** The action of which this one was a copy. */
export type Replay = Readonly<{ actionId: number; orderId: number }>;

type FactsOf = (instrumentId: number) => InstrumentFacts;

type Told = Readonly<{ time: number; events: readonly EngineEvent[] }>;

export const isReplay = (found: Outcome | Replay): found is Replay => !('type' in found);

type Decided = Extract<EngineEvent, { type: 'ActionAccepted' | 'ActionRefused' | 'ActionReplayed' }>;

/** Reads what the engine told of an action. The first event says what became of the action itself, the others of whom it touched. */
export function outcomeOf(action: OrderAction, told: Told, factsOf: FactsOf): Outcome | Replay {
  const [first] = told.events;
  if (!first || !isDecided(first)) throw new Error(`${action.type} was answered by ${first?.type ?? 'nothing'}.`);
  const { actionId, orderId } = first;
  if (first.type === 'ActionReplayed') return { actionId, orderId: first.orderId };
  return {
    actionId,
    type: action.type,
    receivedAt: told.time,
    refusal: first.type === 'ActionRefused' ? first.refusal : null,
    ...(orderId === null ? NO_ORDER : orderIn(told.events, orderId, factsOf)),
    cancellation: action.type === 'MassCancellation' ? cancelledIn(told.events) : null,
    isReplayed: false,
  };
}

const isDecided = (event: EngineEvent): event is Decided =>
  event.type === 'ActionAccepted' || event.type === 'ActionRefused' || event.type === 'ActionReplayed';

const NO_ORDER = { order: null, fills: [] } as const;

function orderIn(events: readonly EngineEvent[], orderId: number, factsOf: FactsOf): Pick<Outcome, 'order' | 'fills'> {
  const row = lastRow(events, orderId);
  const [first] = events;
  if (row === null) return NO_ORDER;
  const facts = factsOf(row.instrumentId);
  const order = { row, scale: facts.scale, symbol: facts.symbol };
  if (row.status === 'Rejected' && first?.type === 'ActionRefused')
    return { order: { ...order, figures: first.refusal.figures ?? null }, fills: [] };
  return { order, fills: fillsOf(events, row, facts) };
}

/** The order that the action has made or touched, as it left it. */
export function orderAfter(events: readonly EngineEvent[]): OrderRow | null {
  const [first] = events;
  if (!first || !isDecided(first) || first.type === 'ActionReplayed' || first.orderId === null) return null;
  return lastRow(events, first.orderId);
}

/** The order as the last of the events has it. */
function lastRow(events: readonly EngineEvent[], orderId: number): OrderRow | null {
  for (let at = events.length - 1; at > 0; at--) {
    const event = events[at] as EngineEvent;
    if ('order' in event) {
      if (event.order.id === orderId) return event.order;
    } else if (event.type === 'Traded') {
      if (event.buy.id === orderId) return event.buy;
      if (event.sell.id === orderId) return event.sell;
    }
  }
  return null;
}

function fillsOf(
  events: readonly EngineEvent[],
  { id: orderId, clientOrderId }: OrderRow,
  facts: InstrumentFacts,
): Fill[] {
  const fills: Fill[] = [];
  for (const event of events) {
    if (event.type !== 'Traded') continue;
    if (event.trade.buyOrderId === orderId) fills.push({ trade: event.trade, side: 'Buy', clientOrderId, ...facts });
    if (event.trade.sellOrderId === orderId) fills.push({ trade: event.trade, side: 'Sell', clientOrderId, ...facts });
  }
  return fills;
}

function cancelledIn(events: readonly EngineEvent[]): Cancelled {
  const begun = events.find((event) => event.type === 'CommandPending');
  if (begun !== undefined) return { orders: begun.pending.orders, ids: begun.orderIds, isPending: true };
  const ids = events.flatMap((event) => (event.type === 'OrderCancelled' ? [event.order.id] : []));
  return { orders: ids.length, ids, isPending: false };
}
