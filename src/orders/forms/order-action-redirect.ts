import type { OrderActionView, ActionResultView } from '../actions/order-action.view.js';
import { describeCancellation, describeModification, describeOrderStatus } from '../order-text.js';
import { isLocalPath } from '../../http/local-path.js';
import type { PageContext } from '../../pages/page.js';
import { toInstrumentFormat } from '../../pages/number-format.js';

type FormValues = Readonly<Record<string, string>>;
type Redirect = Readonly<{ to: string; saying: string }>;

type NamingContext = Pick<PageContext, 'getName'>;

/** The redirect after an order action by a form, and its flash message. */
export function redirectAfterOrderAction(
  view: OrderActionView | readonly ActionResultView[],
  formValues: FormValues,
  { isCopy, ...context }: NamingContext & Readonly<{ isCopy: boolean }>,
): Redirect {
  if (!('action_type' in view)) return { to: '/orders', saying: 'The order actions were executed.' };
  const { order, order_ids: cancelledIds = [], orders_meant: orderCount, orders_url: listUrl } = view;
  const backUrl = formValues['_back'];
  if (listUrl !== undefined)
    return {
      to: listUrl,
      saying: `${orderCount ?? 0} orders are being canceled, the oldest first. This list shows those that are.`,
    };
  if (order === null) return { to: '/orders?status=Open', saying: describeCancelledCount(cancelledIds.length) };
  // A user who sent the same ticket again reads that no second order was placed.
  const to = isLocalPath(backUrl) && /^\/(?:orders|desk)\b/.test(backUrl) ? backUrl : `/orders/${order.id}`;
  return {
    to,
    saying: isCopy
      ? `You already sent this ticket. It is order ${order.id}; no second order was placed. ${describeOrder(view, context)}`
      : describeOrder(view, context),
  };
}

function describeOrder({ action_type: type, order, fills }: OrderActionView, context: NamingContext): string {
  if (order === null) return '';
  const instrument = toInstrumentFormat(context, order.instrument_id);
  if (type === 'OrderCancellation') return describeCancellation(order, instrument);
  if (type === 'OrderModification')
    return describeModification(
      order,
      instrument,
      fills.reduce((sum, { quantity }) => sum + quantity, 0),
    );
  return describeOrderStatus(order, instrument);
}

function describeCancelledCount(count: number): string {
  if (count === 0) return 'There was nothing to cancel.';
  return count === 1 ? 'One order is canceled.' : `${count} orders are canceled.`;
}
