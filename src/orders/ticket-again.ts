import { isId } from '../http/wire-values.js';
import { SIDES } from './order-action-from-wire.js';
import { SUBMISSION_TYPES } from './ticket-types.js';
import { isLabel } from './wire-fields.js';

type Typed = Readonly<Record<string, string>>;

const isNumber = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && isId(Number(text));
const isTyped = (text: string): boolean => text.length <= 64;
const isOneOf = (values: readonly string[]) => (text: string): boolean => values.includes(text);

/** What an address may say of a ticket, and how; nothing else that a form carries gets into one. */
const kept: Readonly<Record<string, (text: string) => boolean>> = {
  instrument_id: isNumber,
  acct_id: isNumber,
  side: isOneOf(SIDES),
  action_type: isOneOf(SUBMISSION_TYPES),
  quantity: isTyped,
  limit_price: isTyped,
  stop_price: isTyped,
  time_in_force: isTyped,
  expire_date: isTyped,
  post_only: isTyped,
  tag: isTyped,
  client_order_id: isLabel,
};

const SIGN_IN = 'You were signed out, so nothing was sent.';

/** Where somebody who was signed out when they sent a form of orders goes on: a ticket stands filled in again, and is sent when they send it. */
export function orderResumesAt(typed: Typed): Readonly<{ to: string; saying: string }> {
  const { action_type: type = '', order_id: id = '' } = typed;
  if (isOneOf(SUBMISSION_TYPES)(type)) return { to: ticketAgain(typed), saying: `${SIGN_IN} Sign in, and the ticket stands there as you filled it in.` };
  if (!isNumber(id)) return { to: '/orders', saying: `${SIGN_IN} Sign in to go on.` };
  const isChange = type === 'OrderModification';
  return { to: isChange ? `/orders/${id}/modification` : `/orders/${id}`, saying: `${SIGN_IN} The order stands as it was. Sign in to go on.` };
}

function ticketAgain(typed: Typed): string {
  const values = Object.entries(kept).flatMap(([name, fits]) => {
    const text = (typed[name] ?? '').trim();
    return text !== '' && fits(text) ? [[name, text]] : [];
  });
  return `/orders/new?${new URLSearchParams([...values, ['unsent', 'yes']] as [string, string][])}`;
}
