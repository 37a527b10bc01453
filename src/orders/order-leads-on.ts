import type { OrderActionView } from './order-action.view.js';
import type { ActionResultView } from './action-result.view.js';
import { cancelledWords, changedWords, standingWords } from './order-words.js';
import { isOwnAddress } from '../http/own-address.js';
import type { Visit } from '../http/page.js';
import { tradedIn } from '../http/price-text.js';

type Typed = Readonly<Record<string, string>>;
type Way = Readonly<{ to: string; saying: string }>;

type Names = Pick<Visit, 'named'>;

/** Where somebody is led who has given an order action by a form, and what is said there of the money. */
export function orderLeadsOn(
  view: OrderActionView | readonly ActionResultView[],
  typed: Typed,
  { isCopy, ...names }: Names & Readonly<{ isCopy: boolean }>,
): Way {
  if (!('action_type' in view)) return { to: '/orders', saying: 'The order actions were carried out.' };
  const { order, order_ids: cancelled = [], orders_meant: meant, orders_url: list } = view;
  const back = typed['_back'];
  if (list !== undefined)
    return {
      to: list,
      saying: `${meant ?? 0} orders are being cancelled, the oldest first. This list shows those that are.`,
    };
  if (order === null) return { to: '/orders?status=Open', saying: countWords(cancelled.length) };
  // Whoever went back and sent the ticket again is told that this has made no second order.
  const to = isOwnAddress(back) && /^\/(?:orders|desk)\b/.test(back) ? back : `/orders/${order.id}`;
  return {
    to,
    saying: isCopy
      ? `You sent this ticket before: order ${order.id} is that one, and no second order was made. ${words(view, names)}`
      : words(view, names),
  };
}

function words({ action_type: type, order, fills }: OrderActionView, names: Names): string {
  if (order === null) return '';
  const instrument = tradedIn(names, order.instrument_id);
  if (type === 'OrderCancellation') return cancelledWords(order, instrument);
  if (type === 'OrderModification')
    return changedWords(
      order,
      instrument,
      fills.reduce((sum, { quantity }) => sum + quantity, 0),
    );
  return standingWords(order, instrument);
}

function countWords(count: number): string {
  if (count === 0) return 'There was nothing to cancel.';
  return count === 1 ? 'One order is cancelled.' : `${count} orders are cancelled.`;
}
