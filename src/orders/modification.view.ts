import { digitsOf } from '../http/figures.js';
import type { ListedInstrument } from '../instruments/instruments.service.js';
import { priceText } from '../http/price-text.js';
import { decimalsOf } from '../money/decimal.js';
import { type OrderView, orderView } from './order.view.js';
import type { ShownOrder } from './shown-order.js';

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
  /** What stands in the fields before anybody has typed. */
  values: Readonly<Record<string, string>>;
}>;

export function modificationView(shown: ShownOrder, { instrument, product }: ListedInstrument): ModificationView {
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
  return { order: { id, version, symbol: instrument.symbol, side, order_type, is_open: order.status === 'Open', is_waiting: isWaiting, filled_quantity, tick_size: product.tickSize }, values };
}
