import { isId } from '../../http/wire-values.js';
import { SIDES } from '../actions/order-actions.dto.js';
import { SUBMISSION_TYPES } from './order-ticket-types.js';
import { isLabel } from '../actions/field-values.js';

type FormValues = Readonly<Record<string, string>>;

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
export function resumeOrderForm(formValues: FormValues): Readonly<{ to: string; saying: string }> {
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
