import type { CancelReason } from '../engine/order.js';
import type { Side } from '../engine/side.js';
import { digitsOf } from '../http/figures.js';
import { priceText, type Traded } from '../http/price-text.js';
import type { OrderView } from './order.view.js';

type Price = number | null;

/** What of an order sentences are made of. */
type Told = Pick<
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

/** Why an order, or what was left of it, was cancelled. */
export const cancelWords: Readonly<Record<CancelReason, string>> = {
  requested: 'that was asked for',
  mass_cancelled: 'many orders were cancelled together',
  self_trade: 'it would have traded with an order of your own',
  immediate_or_cancel: 'nobody offered more at this price at once',
  fill_or_kill: 'not all of it could trade at once',
  post_only: 'it would have traded at once, and an order that is post only never takes',
  no_liquidity: 'nobody was left to trade with',
  price_out_of_band: 'what was left would have traded beyond the price band',
  account_disabled: 'the account was disabled',
  session_closed: 'the session closed',
  instrument_expired: 'the instrument expired',
};

export const priceWords = (price: Price, decimals: number): string => priceText(digitsOf(price), decimals);

const of = (quantity: number, { symbol }: Traded): string =>
  symbol === null ? String(quantity) : `${quantity} ${symbol}`;

/** How an order stands, and what it has got: what happened to the money comes first. */
export function standingWords(order: Told, instrument: Traded): string {
  const { id, side, state, filled_quantity: filled, leaves_quantity: leaves } = order;
  const got = `Order ${id}: ${verbs[side].past} ${of(filled, instrument)} at ${priceWords(order.average_price, instrument.decimals)}`;
  if (state === 'Filled') return `${got}. It is done.`;
  if (state === 'Rejected') return `Order ${id} was not accepted, and ${verbs[side].past} nothing.`;
  if (state === 'Cancelled' || state === 'Expired') return endWords(order, got);
  if (filled > 0) return `${got}, ${leaves} ${leaves === 1 ? 'is' : 'are'} still open.`;
  return `Order ${id} ${state === 'PendingTrigger' ? 'waits' : 'is open'}: it ${aimWords(order, instrument)}.`;
}

function endWords(
  { id, side, state, filled_quantity: filled, quantity, cancel_reason: reason }: Told,
  got: string,
): string {
  const because = state === 'Expired' ? 'its time was over' : cancelWords[reason ?? 'requested'];
  const [one, many] = state === 'Expired' ? ['has expired', 'have expired'] : ['is cancelled', 'are cancelled'];
  return filled === 0
    ? `Order ${id} ${verbs[side].past} nothing and ${one}: ${because}.`
    : `${got}; the other ${quantity - filled} ${quantity - filled === 1 ? one : many}: ${because}.`;
}

/** What an open order is there for. */
export function aimWords(order: Told, instrument: Traded): string {
  const { side, state, leaves_quantity: leaves, limit_price: limit, stop_price: stop } = order;
  const [better, worse] = side === 'Buy' ? ['below', 'above'] : ['above', 'below'];
  const when =
    state === 'PendingTrigger' ? ` once the market trades at ${priceWords(stop, instrument.decimals)} or ${worse}` : '';
  const atLimit = limit === null ? '' : `${when && ','} at ${priceWords(limit, instrument.decimals)} or ${better}`;
  return `${verbs[side].now} ${of(leaves, instrument)}${when}${atLimit}`;
}

/** What became of a cancellation. */
export function cancelledWords(order: Told, instrument: Traded): string {
  const { id, side, filled_quantity: filled, quantity } = order;
  const { past } = verbs[side];
  if (filled === 0) return `Order ${id} is cancelled: nothing of it was ${past}.`;
  return `Order ${id} is cancelled. ${of(filled, instrument)} were ${past} at ${priceWords(order.average_price, instrument.decimals)} before; the other ${quantity - filled} will not be.`;
}

/** What became of a modification; some of it may have traded at once. */
export function changedWords(order: Told, instrument: Traded, tradedNow: number): string {
  const { id, side, state, filled_quantity: filled } = order;
  const { past } = verbs[side];
  if (state === 'Filled' && tradedNow === 0)
    return `Order ${id} is changed and done: ${of(filled, instrument)} were ${past}, and no more are wanted.`;
  if (tradedNow > 0)
    return `Order ${id} is changed, and at once ${of(tradedNow, instrument)} ${tradedNow === 1 ? 'was' : 'were'} ${past}. ${standingWords(order, instrument)}`;
  return order.leaves_quantity > 0
    ? `Order ${id} is changed: it now ${aimWords(order, instrument)}.`
    : standingWords(order, instrument);
}
