import type { OrderActionView } from '../actions/order-action.view.js';
import { toDigits } from '../../pages/number-format.js';
import { formatPrice } from '../../money/price-text.js';
import type { AccountBar } from '../../accounts/account-rights.js';
import { countDecimals } from '../../money/decimal.js';
import { type OrderView, toOrderView, type PauseView, toPauseView } from '../order.view.js';
import type { ModificationFormQuery } from './order-forms.dto.js';
import type { ModifiableOrder } from './order-ticket.service.js';
import type { Side } from '../../engine/side.js';
import type { OpenOrderCount } from './open-order-counts.service.js';

/** The open orders that would be canceled, by account. */
export type MassCancellationFormView = Readonly<{
  accounts: readonly Readonly<{ acct_id: number; open: number }>[];
  instrument_id: number | null;
  side: Side | null;
  /** The preselected account. */
  chosen: number | null;
}>;

type MassCancellationFilter = Readonly<{ acct_id?: number | null; instrument_id?: number | null; side?: Side | null }>;

export function toMassCancellationFormView(
  counts: readonly OpenOrderCount[],
  { acct_id: chosen = null, instrument_id = null, side = null }: MassCancellationFilter,
): MassCancellationFormView {
  return { accounts: counts.map(({ acctId, open }) => ({ acct_id: acctId, open })), instrument_id, side, chosen };
}

/** The fields of the form; prices are text. */
export type ModificationFormView = Readonly<{
  order: Readonly<{
    id: number;
    version: number;
    symbol: string;
    side: OrderView['side'];
    order_type: OrderView['order_type'];
    is_open: boolean;
    is_waiting: boolean;
    filled_quantity: number;
    tick_size: string;
  }>;
  /** Why the order cannot be modified now; null if it can. */
  pause: PauseView | null;
  bar: AccountBar | null;
  /** The initial values of the fields. */
  values: Readonly<Record<string, string>>;
  /** True if the form was sent without a session: nothing was changed. */
  is_unsent: boolean;
  /** True if the order has changed since. */
  has_changed: boolean;
}>;

export function toModificationFormView(
  { order: orderRecord, listed: { instrument, product }, pause, restriction }: ModifiableOrder,
  query: Partial<ModificationFormQuery>,
): ModificationFormView {
  const { unsent, expected_version: viewedVersion, ...enteredValues } = query;
  const order = toOrderView(orderRecord);
  const { id, version, side, order_type, filled_quantity } = order;
  const decimals = countDecimals(product.tickSize);
  const values = {
    quantity: String(order.quantity),
    limit_price: formatPrice(toDigits(order.limit_price), decimals),
    stop_price: formatPrice(toDigits(order.stop_price), decimals),
    time_in_force: order.time_in_force,
    expire_date: order.expire_date ?? '',
  };
  const isWaiting = order.state === 'PendingTrigger';
  return {
    order: {
      id,
      version,
      symbol: instrument.symbol,
      side,
      order_type,
      is_open: order.status === 'Open',
      is_waiting: isWaiting,
      filled_quantity,
      tick_size: product.tickSize,
    },
    pause: pause && toPauseView(pause),
    bar: restriction,
    values: { ...values, ...omitUndefined(enteredValues) },
    is_unsent: unsent !== undefined,
    has_changed: viewedVersion !== undefined && viewedVersion !== version,
  };
}

const omitUndefined = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));

/** What became of a form. Where it closed a position, with the number of orders of the account that still work in the instrument. */
export type SubmittedFormView = OrderActionView & Readonly<{ remaining_orders?: number }>;
