import type { ProblemValues } from '../../errors/domain-error.js';
import { formatMoment, toWirePrice } from '../../exchange/to-wire.js';
import { toOrderHistoryEventView } from './order-history-event.view.js';
import { toRejectionDetailsView } from '../rejection-details.view.js';
import type { EventAuthor, OrderTimeline, TimelineAction, TimelineTrade } from './order-timeline.service.js';

type OnBehalfView = Readonly<{ user_id: number; acting_user_id: number }>;

/** An entry of the order's timeline, on the page only. */
export type TimelineEventView = Readonly<{
  /** @format date-time */
  time: string;
  /** The order event and the one before; null for rejected actions. */
  step: ReturnType<typeof toOrderHistoryEventView> | null;
  before: ReturnType<typeof toOrderHistoryEventView> | null;
  trade: Readonly<{ price: number; quantity: number; is_taker: boolean }> | null;
  trigger_price: number | null;
  action: Readonly<{
    action_type: string;
    code: string | null;
    detail: string | null;
    figures: ProblemValues | null;
  }> | null;
  by: EventAuthor;
  /** The user of `by`, if that is a number: administrators read the name. */
  user_id: number | null;
  /** Null of what the venue did. */
  acting_user_id: number | null;
  /** Both users, if an administrator acted for a customer. */
  on_behalf: OnBehalfView | null;
}>;

/** The timeline of an order: its events, with rejected actions between them. */
export function toTimelineEventViews({
  order,
  orderEvents,
  actions,
  trades,
  triggerPrice,
}: Omit<OrderTimeline, 'restriction' | 'pause' | 'customer'>): TimelineEventView[] {
  const { scale } = order;
  const actionsById = new Map(actions.map((action) => [action.actionId, action]));
  const tradesById = new Map(trades.map((trade) => [trade.id, trade]));
  const views = orderEvents.map(toOrderHistoryEventView);
  const timelineEvents = orderEvents.map(({ event, actionId }, index): TimelineEventView => {
    const action = actionsById.get(actionId ?? 0);
    return {
      time: formatMoment(event.at),
      step: views[index] ?? null,
      before: views[index - 1] ?? null,
      trade: toTradeView(tradesById.get(event.tradeId ?? 0), scale),
      trigger_price: event.type === 'OrderTriggered' ? toWirePrice(triggerPrice, scale) : null,
      ...toEventActionView(action),
    };
  });
  const actionIdsWithEvents = new Set(orderEvents.map(({ actionId }) => actionId));
  const rejectedActions = actions
    .filter((action) => action.rejection !== null && !actionIdsWithEvents.has(action.actionId))
    .map((action) => ({
      ...{ time: formatMoment(action.at), step: null, before: null, trade: null, trigger_price: null },
      ...toEventActionView(action),
    }));
  return [...timelineEvents, ...rejectedActions].sort((one, other) => one.time.localeCompare(other.time));
}

const toTradeView = (trade: TimelineTrade | undefined, scale: number): TimelineEventView['trade'] =>
  trade === undefined
    ? null
    : { price: toWirePrice(trade.price, scale), quantity: trade.quantity, is_taker: trade.isTaker };

/** The action of an event; without one, the venue did it. */
const toEventActionView = (
  action: TimelineAction | undefined,
): Pick<TimelineEventView, 'action' | 'by' | 'user_id' | 'acting_user_id' | 'on_behalf'> => ({
  action: action === undefined ? null : toActionView(action),
  by: action?.by ?? 'venue',
  user_id: typeof action?.by === 'number' ? action.by : null,
  acting_user_id: action?.actingUserId ?? null,
  on_behalf: action?.onBehalf
    ? { user_id: action.onBehalf.userId, acting_user_id: action.onBehalf.actingUserId }
    : null,
});

const toActionView = ({ type, rejection }: TimelineAction): TimelineEventView['action'] => ({
  action_type: type,
  code: rejection?.code ?? null,
  detail: rejection?.detail ?? null,
  figures: rejection?.figures ? toRejectionDetailsView(rejection.figures) : null,
});
