import { isLocalPath } from '../../http/local-path.js';
import { isId } from '../../http/wire-values.js';
import { toInstrumentFormat } from '../../pages/number-format.js';
import type { FlashButton, PageContext } from '../../pages/page.js';
import { isLabel } from '../actions/field-values.js';
import type { ActionResultView } from '../actions/order-action.view.js';
import { SIDES } from '../actions/order-submissions.dto.js';
import type { OrderView } from '../order.view.js';
import { describeCancellation, describeModification, describeOrderStatus } from '../order-text.js';
import type { SubmittedFormView } from './order-forms.view.js';
import { SUBMISSION_TYPES } from './order-ticket-types.js';

type FormValues = Readonly<Record<string, string>>;
type Redirect = Readonly<{ to: string; saying: string; button?: FlashButton }>;

type NamingContext = Pick<PageContext, 'getName'>;

/** The redirect after an order action by a form, and its flash message. */
export function redirectAfterOrderAction(
  view: SubmittedFormView | readonly ActionResultView[],
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
  const isBackUrlKnown = isLocalPath(backUrl) && /^\/(?:orders|desk)\b/.test(backUrl);
  if (order === null)
    return {
      to: isBackUrlKnown ? backUrl : '/orders?status=Open',
      saying: describeCancelledCount(cancelledIds.length),
    };
  const to = isBackUrlKnown ? backUrl : `/orders/${order.id}`;
  const saying = (isCopy ? describeCopy(order.id) : '') + describeOrder(view, context);
  return { to, ...describeRemaining(saying, order, { count: view.remaining_orders, to }) };
}

/** A user who sent the same ticket again reads that no second order was placed. */
const describeCopy = (orderId: number): string =>
  `You already sent this ticket. It is order ${orderId}; no second order was placed. `;

/** The button cancels them like *Cancel all* of the page of an instrument. */
function describeRemaining(
  saying: string,
  { acct_id: acctId, instrument_id: instrumentId }: OrderView,
  { count = 0, to }: Readonly<{ count?: number | undefined; to: string }>,
): Pick<Redirect, 'saying' | 'button'> {
  if (count === 0) return { saying };
  const [subject, label] =
    count === 1
      ? ['One working order of this instrument remains', 'Cancel it']
      : [`${count} working orders of this instrument remain`, 'Cancel them'];
  const ids = { acct_id: String(acctId), instrument_id: String(instrumentId) };
  return {
    saying: `${saying} ${subject}.`,
    button: { label, action: '/orders/ticket', fields: { _back: to, action_type: 'MassCancellation', ...ids } },
  };
}

function describeOrder({ action_type: type, order, fills }: SubmittedFormView, context: NamingContext): string {
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

const isNumber = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && isId(Number(text));
const isShortText = (text: string): boolean => text.length <= 64;
const isOneOf =
  (values: readonly string[]) =>
  (text: string): boolean =>
    values.includes(text);

/** The fields of an order's terms that may be in a URL, with their formats. */
const termFields: Readonly<Record<string, (text: string) => boolean>> = {
  quantity: isShortText,
  limit_price: isShortText,
  stop_price: isShortText,
  time_in_force: isShortText,
  expire_date: isShortText,
};

const ticketFields: typeof termFields = {
  instrument_id: isNumber,
  acct_id: isNumber,
  side: isOneOf(SIDES),
  action_type: isOneOf(SUBMISSION_TYPES),
  ...termFields,
  post_only: isShortText,
  tag: isShortText,
  client_order_id: isLabel,
};

/** The version is the one that the user saw. */
const modificationFields: typeof termFields = { ...termFields, expected_version: isNumber };

const SIGNED_OUT_MESSAGE = 'You were signed out, so nothing was sent.';

/**
 * The redirect for a user who was signed out when sending an order form: the form is filled in again, and the user
 * sends it.
 */
export function resumeOrderForm(formValues: FormValues): Redirect {
  const { action_type: type = '', order_id: id = '' } = formValues;
  if (isOneOf(SUBMISSION_TYPES)(type))
    return {
      to: toFormUrl('/orders/new', formValues, ticketFields),
      saying: `${SIGNED_OUT_MESSAGE} Sign in, and the ticket stands there as you filled it in.`,
    };
  if (!isNumber(id)) return { to: '/orders', saying: `${SIGNED_OUT_MESSAGE} Sign in to go on.` };
  if (type === 'OrderModification')
    return {
      to: toFormUrl(`/orders/${id}/modification`, formValues, modificationFields),
      saying: `${SIGNED_OUT_MESSAGE} The order stands as it was. Sign in, and what you typed stands there again.`,
    };
  return { to: `/orders/${id}`, saying: `${SIGNED_OUT_MESSAGE} The order stands as it was. Sign in to go on.` };
}

function toFormUrl(path: string, formValues: FormValues, fields: typeof termFields): string {
  const values = Object.entries(fields).flatMap(([name, isValid]) => {
    const text = (formValues[name] ?? '').trim();
    return text !== '' && isValid(text) ? [[name, text]] : [];
  });
  return `${path}?${new URLSearchParams([...values, ['unsent', 'yes']] as [string, string][])}`;
}
