import type { OrderAction } from '../../engine/command.js';
import type { EngineEvent, TradeRow } from '../../engine/event.js';
import type { OrderRow } from '../../engine/order.js';
import type { Refusal } from '../../engine/refusal.js';
import type { Side } from '../../engine/side.js';
import type { InstrumentFacts } from '../../exchange/traded-instruments.js';
import type { OrderRecord } from '../order-record.js';
import type { PreviewResult } from '../../exchange/preview.js';

/**
 * The result of a preview; `about` is the account and instrument of the action, null if the caller may not view them.
 */
export type OrderActionPreview = Readonly<{ result: OrderActionResult; about: PreviewResult['about'] }>;

/** One side of a trade, with the scale of its price and the client order id. */
export type Fill = Readonly<{ trade: TradeRow; side: Side; clientOrderId: string | null }> & InstrumentFacts;

/**
 * The number of orders of a mass cancellation and at least the first thousand ids. Until it is complete, some of them
 * can still trade.
 */
type MassCancellationResult = Readonly<{ orders: number; ids: readonly number[]; isPending: boolean }>;

/** The result of an order action, from the engine or from the tables. */
export type OrderActionResult = Readonly<{
  actionId: number;
  type: OrderAction['type'];
  receivedAt: number;
  rejection: Refusal | null;
  /** The order that was placed or named, after the action. */
  order: OrderRecord | null;
  fills: readonly Fill[];
  /** The orders of a mass cancellation; null for other actions. */
  cancellation: MassCancellationResult | null;
  /** True for the result of an earlier action: this one was a copy. */
  isReplayed: boolean;
}>;

/** A request with order actions, and what came of them. */
export type CompletedRequest = Readonly<{
  actions: readonly OrderAction[];
  isList: boolean;
  results: readonly OrderActionResult[];
}>;

/** The earlier action; this one was a copy. */
export type ReplayedAction = Readonly<{ actionId: number; orderId: number }>;

type InstrumentLookup = (instrumentId: number) => InstrumentFacts;

type EngineResult = Readonly<{ time: number; events: readonly EngineEvent[] }>;

export const isReplayedAction = (result: OrderActionResult | ReplayedAction): result is ReplayedAction =>
  !('type' in result);

type DecisionEvent = Extract<EngineEvent, { type: 'ActionAccepted' | 'ActionRefused' | 'ActionReplayed' }>;

/**
 * Reads the engine's events of an action. The first event is the result of the action itself; the others concern the
 * orders that it touched.
 */
export function toOrderActionResult(
  action: OrderAction,
  engineResult: EngineResult,
  findInstrument: InstrumentLookup,
): OrderActionResult | ReplayedAction {
  const [first] = engineResult.events;
  if (!first || !isDecisionEvent(first)) throw new Error(`${action.type} was answered by ${first?.type ?? 'nothing'}.`);
  const { actionId, orderId } = first;
  if (first.type === 'ActionReplayed') return { actionId, orderId: first.orderId };
  return {
    actionId,
    type: action.type,
    receivedAt: engineResult.time,
    rejection: first.type === 'ActionRefused' ? first.refusal : null,
    ...(orderId === null ? NO_ORDER : findOrderAndFills(engineResult.events, orderId, findInstrument)),
    cancellation: action.type === 'MassCancellation' ? toMassCancellationResult(engineResult.events) : null,
    isReplayed: false,
  };
}

const isDecisionEvent = (event: EngineEvent): event is DecisionEvent =>
  event.type === 'ActionAccepted' || event.type === 'ActionRefused' || event.type === 'ActionReplayed';

const NO_ORDER = { order: null, fills: [] } as const;

function findOrderAndFills(
  events: readonly EngineEvent[],
  orderId: number,
  findInstrument: InstrumentLookup,
): Pick<OrderActionResult, 'order' | 'fills'> {
  const row = findLastOrderRow(events, orderId);
  const [first] = events;
  if (row === null) return NO_ORDER;
  const instrument = findInstrument(row.instrumentId);
  const order = { row, scale: instrument.scale, symbol: instrument.symbol };
  if (row.status === 'Rejected' && first?.type === 'ActionRefused')
    return { order: { ...order, rejectionDetails: first.refusal.figures ?? null }, fills: [] };
  return { order, fills: toFills(events, row, instrument) };
}

/** The order that the action placed or touched, after the action. */
export function findResultingOrder(events: readonly EngineEvent[]): OrderRow | null {
  const [first] = events;
  if (!first || !isDecisionEvent(first) || first.type === 'ActionReplayed' || first.orderId === null) return null;
  return findLastOrderRow(events, first.orderId);
}

/** The order in its last event. */
function findLastOrderRow(events: readonly EngineEvent[], orderId: number): OrderRow | null {
  for (let index = events.length - 1; index > 0; index--) {
    const event = events[index] as EngineEvent;
    if ('order' in event) {
      if (event.order.id === orderId) return event.order;
    } else if (event.type === 'Traded') {
      if (event.buy.id === orderId) return event.buy;
      if (event.sell.id === orderId) return event.sell;
    }
  }
  return null;
}

function toFills(
  events: readonly EngineEvent[],
  { id: orderId, clientOrderId }: OrderRow,
  instrument: InstrumentFacts,
): Fill[] {
  const fills: Fill[] = [];
  for (const event of events) {
    if (event.type !== 'Traded') continue;
    if (event.trade.buyOrderId === orderId)
      fills.push({ trade: event.trade, side: 'Buy', clientOrderId, ...instrument });
    if (event.trade.sellOrderId === orderId)
      fills.push({ trade: event.trade, side: 'Sell', clientOrderId, ...instrument });
  }
  return fills;
}

function toMassCancellationResult(events: readonly EngineEvent[]): MassCancellationResult {
  const pendingEvent = events.find((event) => event.type === 'CommandPending');
  if (pendingEvent !== undefined)
    return { orders: pendingEvent.pending.orders, ids: pendingEvent.orderIds, isPending: true };
  const ids = events.flatMap((event) => (event.type === 'OrderCancelled' ? [event.order.id] : []));
  return { orders: ids.length, ids, isPending: false };
}
