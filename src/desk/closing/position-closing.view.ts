import { type PositionView, toPositionView } from '../../accounts/positions/position.view.js';
import type { OrderActionResult } from '../../orders/actions/order-action-result.js';
import { type OrderView, toOrderView } from '../../orders/order.view.js';
import type { CloseObstacle } from '../position-values.js';
import type { OpenPosition } from './position-closing.service.js';

/** An open position, the working orders in its instrument, and why it cannot be closed now, if so. */
export type OpenPositionView = PositionView & Readonly<{ open_orders: number; obstacle: CloseObstacle | null }>;

/** The positions to close, and the page to return to. */
export type PositionClosingView = Readonly<{ positions: readonly OpenPositionView[]; back: string }>;

/** The order that was to close a position, and why it was rejected, if so. */
export type ClosingOrderView = Readonly<{ order: OrderView | null; rejection: string | null }>;

/** What was sent, and what became of each order. */
export type ClosingResultView = Readonly<{ orders: readonly ClosingOrderView[]; canceled_orders: number }>;

export const toOpenPositionView = ({ openOrders, obstacle, ...position }: OpenPosition): OpenPositionView => ({
  ...toPositionView(position),
  open_orders: openOrders,
  obstacle,
});

export function toClosingResultView(results: readonly OrderActionResult[]): ClosingResultView {
  return {
    orders: results
      .filter(({ type }) => type === 'MarketOrderSub')
      .map(({ order, rejection }) => ({
        order: order === null ? null : toOrderView(order),
        rejection: rejection?.detail ?? null,
      })),
    canceled_orders: results.reduce((sum, { cancellation }) => sum + (cancellation?.orders ?? 0), 0),
  };
}

/** Whether nothing is left of the positions. */
export const areAllClosed = ({ orders }: ClosingResultView): boolean =>
  orders.every(({ order }) => order?.state === 'Filled');
