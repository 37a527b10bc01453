import { isId } from '../http/wire-values.js';
import { SIDES } from './order-action-from-wire.js';
import { SUBMISSION_TYPES } from './ticket-types.js';
import { isLabel } from './wire-fields.js';

type Typed = Readonly<Record<string, string>>;

const isNumber = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && isId(Number(text));
const isTyped = (text: string): boolean => text.length <= 64;
const isOneOf =
  (values: readonly string[]) =>
  (text: string): boolean =>
    values.includes(text);

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

/** And of a change; the version is the one that its sender saw. */
const keptOfChange: typeof kept = {
  quantity: isTyped,
  limit_price: isTyped,
  stop_price: isTyped,
  time_in_force: isTyped,
  expire_date: isTyped,
  expected_version: isNumber,
};

const SIGN_IN = 'You were signed out, so nothing was sent.';

/** Where somebody who was signed out when they sent a form of orders goes on: a ticket and a change stand filled in again, and are sent when they send them. */
export function orderResumesAt(typed: Typed): Readonly<{ to: string; saying: string }> {
  const { action_type: type = '', order_id: id = '' } = typed;
  if (isOneOf(SUBMISSION_TYPES)(type))
    return {
      to: again('/orders/new', typed, kept),
      saying: `${SIGN_IN} Sign in, and the ticket stands there as you filled it in.`,
    };
  if (!isNumber(id)) return { to: '/orders', saying: `${SIGN_IN} Sign in to go on.` };
  if (type === 'OrderModification')
    return {
      to: again(`/orders/${id}/modification`, typed, keptOfChange),
      saying: `${SIGN_IN} The order stands as it was. Sign in, and what you typed stands there again.`,
    };
  return { to: `/orders/${id}`, saying: `${SIGN_IN} The order stands as it was. Sign in to go on.` };
}

function again(path: string, typed: Typed, names: typeof kept): string {
  const values = Object.entries(names).flatMap(([name, fits]) => {
    const text = (typed[name] ?? '').trim();
    return text !== '' && fits(text) ? [[name, text]] : [];
  });
  return `${path}?${new URLSearchParams([...values, ['unsent', 'yes']] as [string, string][])}`;
}
