import { describeReasonWithFigures } from '../rejection-text.js';
import type { TimelineEventView } from './order-timeline.view.js';
import type { OrderView } from '../order.view.js';
import { cancelReasonLabels, formatOrderPrice } from '../order-text.js';
import { timeInForceLabels } from '../forms/order-ticket-types.js';
import { capitalizeFirst } from '../../errors/sentence.js';

type HistoryEvent = NonNullable<TimelineEventView['step']>;

/** An event in a word and in a sentence: `tone` is its color. */
export type TimelineEventText = Readonly<{ title: string; text: string; tone: 'good' | 'bad' | 'warn' | '' }>;

/** One happening of an order's life as a sentence or two, first what it did to the money. */
export function describeTimelineEvent(event: TimelineEventView, order: OrderView, decimals: number): TimelineEventText {
  const { step: orderEvent, action } = event;
  if (orderEvent === null) return describeRejectedAction(action, decimals);
  return (describers[orderEvent.type] ?? describeUnknown)(event, orderEvent, {
    ...order,
    decimals,
    formatPrice: (price) => formatOrderPrice(price, decimals),
  });
}

/** An order, and how its prices are written. */
type FormattedOrder = OrderView & Readonly<{ decimals: number; formatPrice: (of: number | null) => string }>;

type DescribeEvent = (event: TimelineEventView, orderEvent: HistoryEvent, order: FormattedOrder) => TimelineEventText;

const toPastVerb = ({ side }: OrderView): string => (side === 'Buy' ? 'bought' : 'sold');

const describeUnknown: DescribeEvent = (_event, orderEvent) => ({ title: orderEvent.type, text: '', tone: '' });

const describeAccepted: DescribeEvent = (_event, orderEvent, order) => ({
  title: 'Accepted',
  text: `To ${order.side.toLowerCase()} ${orderEvent.quantity}${describeTerms(orderEvent, order)}.`,
  tone: 'good',
});

/** At which prices, and how long. */
function describeTerms(orderEvent: HistoryEvent, { side, formatPrice }: FormattedOrder): string {
  const [better, worse] = side === 'Buy' ? ['below', 'above'] : ['above', 'below'];
  const stop =
    orderEvent.stop_price !== null && orderEvent.state === 'PendingTrigger'
      ? ` once the market trades at ${formatPrice(orderEvent.stop_price)} or ${worse}`
      : '';
  const limit =
    orderEvent.limit_price === null ? '' : `${stop && ','} at ${formatPrice(orderEvent.limit_price)} or ${better}`;
  return `${stop}${limit}; ${describeTimeInForce(orderEvent)}`;
}

function describeTimeInForce({ time_in_force: timeInForce, expire_date: expireDate }: HistoryEvent): string {
  const label =
    timeInForce === 'GTD' && expireDate !== null ? `Good till ${expireDate}` : timeInForceLabels[timeInForce];
  return label.charAt(0).toLowerCase() + label.slice(1);
}

const describeRejected: DescribeEvent = ({ action }, orderEvent, order) => ({
  title: 'Refused',
  text: `${describeReason(action, order.decimals) ?? orderEvent.reject_code ?? ''} Nothing was ${toPastVerb(order)}.`,
  tone: 'bad',
});

const describeTraded: DescribeEvent = ({ trade }, orderEvent, order) => {
  const title = order.side === 'Buy' ? 'Bought' : 'Sold';
  if (trade === null)
    return { title, text: `${orderEvent.filled_quantity} of ${orderEvent.quantity} so far.`, tone: 'good' };
  const liquidityText = trade.is_taker ? 'It took liquidity' : 'It provided liquidity';
  const remainder =
    orderEvent.leaves_quantity === 0
      ? 'order complete'
      : `${orderEvent.leaves_quantity} ${orderEvent.leaves_quantity === 1 ? 'is' : 'are'} still open`;
  return {
    title: `${title} ${trade.quantity} at ${order.formatPrice(trade.price)}`,
    text: `${liquidityText}; ${remainder}.`,
    tone: 'good',
  };
};

const describeModified: DescribeEvent = ({ before }, orderEvent, order) => ({
  title: 'Modified',
  text:
    before === null
      ? `Now ${orderEvent.quantity}${describeTerms(orderEvent, order)}.`
      : describeChanges(before, orderEvent, order),
  tone: 'warn',
});

function describeChanges(before: HistoryEvent, orderEvent: HistoryEvent, { formatPrice }: FormattedOrder): string {
  const pairs: readonly (readonly [string, string, string])[] = [
    ['quantity', String(before.quantity), String(orderEvent.quantity)],
    ['limit', formatPrice(before.limit_price), formatPrice(orderEvent.limit_price)],
    ['stop', formatPrice(before.stop_price), formatPrice(orderEvent.stop_price)],
    ['works', describeTimeInForce(before), describeTimeInForce(orderEvent)],
  ];
  const changes = pairs
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `${name} from ${was || 'none'} to ${is || 'none'}`);
  return changes.length === 0 ? 'No terms changed.' : `${capitalizeFirst(changes.join(', '))}.`;
}

const describeTriggered: DescribeEvent = (
  { trigger_price: trigger },
  orderEvent,
  { side, stop_price: stop, limit_price: limit, formatPrice },
) => {
  const reached =
    trigger === null
      ? `the market trades at ${formatPrice(stop)} or ${side === 'Buy' ? 'above' : 'below'}`
      : `the market traded at ${formatPrice(trigger)}`;
  return {
    title: 'Stop reached',
    text: `${capitalizeFirst(reached)}, so it is a ${limit === null ? 'market order' : `limit order at ${formatPrice(orderEvent.limit_price)}`} now.`,
    tone: 'warn',
  };
};

const describeCancelled: DescribeEvent = (_event, orderEvent, order) => {
  const reasonText = cancelReasonLabels[orderEvent.cancel_reason ?? 'requested'];
  return {
    title: 'Canceled',
    text: `${capitalizeFirst(reasonText)}. ${describeUnfilled(orderEvent, order)}`,
    tone: '',
  };
};

const describeExpired: DescribeEvent = (_event, orderEvent, order) => ({
  title: 'Expired',
  text: `Its time in force ended. ${describeUnfilled(orderEvent, order)}`,
  tone: '',
});

const describeUnfilled = ({ quantity, filled_quantity: filled }: HistoryEvent, order: OrderView): string =>
  filled === 0
    ? `Nothing was ${toPastVerb(order)}.`
    : `${filled} of ${quantity} were ${toPastVerb(order)}; the other ${quantity - filled} were not.`;

const describers: Readonly<Record<string, DescribeEvent>> = {
  OrderAccepted: describeAccepted,
  OrderRejected: describeRejected,
  OrderTraded: describeTraded,
  OrderModified: describeModified,
  OrderTriggered: describeTriggered,
  OrderCancelled: describeCancelled,
  OrderExpired: describeExpired,
};

/** Why it was refused, with the figures that are known. */
export const describeReason = (action: TimelineEventView['action'], decimals: number): string | null =>
  action?.figures ? describeReasonWithFigures(action.detail ?? '', action.figures, decimals) : (action?.detail ?? null);

function describeRejectedAction(action: TimelineEventView['action'], decimals: number): TimelineEventText {
  const title =
    action?.action_type === 'OrderCancellation'
      ? 'A cancellation was refused'
      : action?.action_type === 'OrderModification'
        ? 'A modification was refused'
        : 'Refused';
  return { title, text: `${describeReason(action, decimals) ?? ''} The order was unchanged.`, tone: 'bad' };
}
