import type { CancelReason } from '../engine/order.js';
import type { Side } from '../engine/side.js';
import { toDigits, type InstrumentFormat } from '../pages/number-format.js';
import { formatPrice } from '../money/price-text.js';
import type { OrderView } from './order.view.js';
import type { AccountBar } from '../accounts/account-rights.js';

type State = OrderView['state'];

/** The states of an order in words; `order-rows.ts` uses the same words for updates. */
export const orderStateLabels: Readonly<Record<State, string>> = {
  New: 'Open',
  PartiallyFilled: 'Partially filled',
  PendingTrigger: 'Waits for stop',
  Filled: 'Filled',
  Cancelled: 'Canceled',
  Expired: 'Expired',
  Rejected: 'Rejected',
};

export const orderTypeLabels: Readonly<Record<OrderView['order_type'], string>> = {
  Limit: 'Limit',
  Market: 'Market',
  Stop: 'Stop',
  StopLimit: 'Stop limit',
};

/** Why the user cannot modify or cancel an order of an account. */
const restrictionTexts: Readonly<Record<AccountBar, string>> = {
  Read: 'You can view this account but not trade it, so you cannot modify or cancel this order.',
  Disabled: 'The account is disabled: orders cannot be placed, modified or canceled until an administrator enables it.',
};

/** The code of a rejection or of an end, as words. */
export const toReasonWords = (code: string): string => code.replaceAll('_', ' ');

export const describeRestriction = (restriction: AccountBar): string => restrictionTexts[restriction];

/** Generated references are not shown: of tickets, and of positions that are closed together, which have the instrument behind. */
export const omitGeneratedReference = (reference: string | null): string | null =>
  reference !== null && /^web-(?:[0-9a-f]{16}|[0-9a-f]{12}-\d+)$/.test(reference) ? null : reference;

type OptionalPrice = number | null;

/** The fields of an order that its sentences use. */
type DescribedOrder = Pick<
  OrderView,
  | 'id'
  | 'side'
  | 'quantity'
  | 'filled_quantity'
  | 'leaves_quantity'
  | 'limit_price'
  | 'stop_price'
  | 'average_price'
  | 'state'
  | 'cancel_reason'
>;

const verbs: Readonly<Record<Side, Readonly<{ now: string; past: string }>>> = {
  Buy: { now: 'buys', past: 'bought' },
  Sell: { now: 'sells', past: 'sold' },
};

/** Why an order, or its rest, was canceled. */
export const cancelReasonLabels: Readonly<Record<CancelReason, string>> = {
  requested: 'as requested',
  disconnected: 'the connection that placed it ended',
  mass_cancelled: 'a mass cancellation',
  self_trade: 'it would have traded with your own order',
  immediate_or_cancel: 'no more was available at this price',
  fill_or_kill: 'it could not be filled completely at once',
  post_only: 'it would have traded at once, and a post-only order never takes liquidity',
  no_liquidity: 'no orders were left to trade with',
  price_out_of_band: 'the rest would have traded beyond the price band',
  account_disabled: 'the account was disabled',
  session_closed: 'the session closed',
  instrument_expired: 'the instrument expired',
};

export const formatOrderPrice = (price: OptionalPrice, decimals: number): string =>
  formatPrice(toDigits(price), decimals);

const formatQuantity = (quantity: number, { symbol }: InstrumentFormat): string =>
  symbol === null ? String(quantity) : `${quantity} ${symbol}`;

/** Describes the state of an order; fills come first. */
export function describeOrderStatus(order: DescribedOrder, instrument: InstrumentFormat): string {
  const { id, side, state, filled_quantity: filled, leaves_quantity: leavesQuantity } = order;
  const filledText = `Order ${id}: ${verbs[side].past} ${formatQuantity(filled, instrument)} at ${formatOrderPrice(order.average_price, instrument.decimals)}`;
  if (state === 'Filled') return `${filledText}. It is complete.`;
  if (state === 'Rejected') return `Order ${id} was not accepted, and ${verbs[side].past} nothing.`;
  if (state === 'Cancelled' || state === 'Expired') return describeEnd(order, filledText);
  if (filled > 0) return `${filledText}, ${leavesQuantity} remaining.`;
  return `Order ${id} ${state === 'PendingTrigger' ? 'waits' : 'is open'}: it ${describeOpenOrder(order, instrument)}.`;
}

function describeEnd(
  { id, side, state, filled_quantity: filled, quantity, cancel_reason: reason }: DescribedOrder,
  filledText: string,
): string {
  const reasonText = state === 'Expired' ? 'its time in force ended' : cancelReasonLabels[reason ?? 'requested'];
  const [one, many] = state === 'Expired' ? ['has expired', 'have expired'] : ['is canceled', 'are canceled'];
  return filled === 0
    ? `Order ${id} ${verbs[side].past} nothing and ${one}: ${reasonText}.`
    : `${filledText}; the other ${quantity - filled} ${quantity - filled === 1 ? one : many}: ${reasonText}.`;
}

/** Describes what an open order does. */
export function describeOpenOrder(order: DescribedOrder, instrument: InstrumentFormat): string {
  const { side, state, leaves_quantity: leavesQuantity, limit_price: limit, stop_price: stop } = order;
  const [better, worse] = side === 'Buy' ? ['below', 'above'] : ['above', 'below'];
  const triggerText =
    state === 'PendingTrigger'
      ? ` once the market trades at ${formatOrderPrice(stop, instrument.decimals)} or ${worse}`
      : '';
  const limitText =
    limit === null ? '' : `${triggerText && ','} at ${formatOrderPrice(limit, instrument.decimals)} or ${better}`;
  return `${verbs[side].now} ${formatQuantity(leavesQuantity, instrument)}${triggerText}${limitText}`;
}

/** What became of a cancellation. */
export function describeCancellation(order: DescribedOrder, instrument: InstrumentFormat): string {
  const { id, side, filled_quantity: filled, quantity } = order;
  const { past } = verbs[side];
  if (filled === 0) return `Order ${id} is canceled. Nothing was ${past}.`;
  return `Order ${id} is canceled. ${formatQuantity(filled, instrument)} were ${past} at ${formatOrderPrice(order.average_price, instrument.decimals)} before; the remaining ${quantity - filled} ${quantity - filled === 1 ? 'is' : 'are'} canceled.`;
}

/** Describes the result of a modification, including immediate fills. */
export function describeModification(order: DescribedOrder, instrument: InstrumentFormat, tradedNow: number): string {
  const { id, side, state, filled_quantity: filled } = order;
  const { past } = verbs[side];
  if (state === 'Filled' && tradedNow === 0)
    return `Order ${id} is modified and complete: ${formatQuantity(filled, instrument)} were ${past}.`;
  if (tradedNow > 0)
    return `Order ${id} is modified, and ${formatQuantity(tradedNow, instrument)} ${tradedNow === 1 ? 'was' : 'were'} ${past} at once. ${describeOrderStatus(order, instrument)}`;
  return order.leaves_quantity > 0
    ? `Order ${id} is modified: it now ${describeOpenOrder(order, instrument)}.`
    : describeOrderStatus(order, instrument);
}
