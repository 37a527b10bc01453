import { digitsOf } from '../http/figures.js';
import type { AccountBar } from '../accounts/account-rights.js';
import { priceText } from '../http/price-text.js';
import { decimalsOf } from '../money/decimal.js';
import { type OrderView, orderView } from './order.view.js';
import type { ModificationQuestion } from './modification.dto.js';
import type { Modifiable } from './modification.service.js';
import { type PauseView, pauseView } from './pause.view.js';

/** What somebody has to know of an order to change it; prices are texts. */
export type ModificationView = Readonly<{
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
  /** Why nothing of it can be changed now; null where it can. */
  pause: PauseView | null;
  bar: AccountBar | null;
  /** What stands in the fields before anybody has typed. */
  values: Readonly<Record<string, string>>;
  /** Its reader had filled it in and sent it when they were signed out: nothing was changed then. */
  is_unsent: boolean;
  /** Since then the order has become another. */
  has_changed: boolean;
}>;

export function modificationView(
  { order: shown, listed: { instrument, product }, pause, bar }: Modifiable,
  asked: Partial<ModificationQuestion>,
): ModificationView {
  const { unsent, expected_version: seen, ...typed } = asked;
  const order = orderView(shown);
  const { id, version, side, order_type, filled_quantity } = order;
  const decimals = decimalsOf(product.tickSize);
  const values = {
    quantity: String(order.quantity),
    limit_price: priceText(digitsOf(order.limit_price), decimals),
    stop_price: priceText(digitsOf(order.stop_price), decimals),
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
    ...{
      pause: pause && pauseView(pause),
      bar,
      values: { ...values, ...definedIn(typed) },
      is_unsent: unsent !== undefined,
      has_changed: seen !== undefined && seen !== version,
    },
  };
}

const definedIn = (typed: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
