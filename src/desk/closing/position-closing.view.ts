import { type PositionView, toPositionView } from '../../accounts/positions/position.view.js';
import type { OrderActionResult } from '../../orders/actions/order-action-result.js';
import { type OrderView, toOrderView } from '../../orders/order.view.js';
import type { CloseObstacle } from '../position-values.js';
import type { ClosingList, OpenPosition } from './position-closing.service.js';

/** An open position, the working orders in its instrument, and why it cannot be closed now, if so. */
export type OpenPositionView = PositionView & Readonly<{ open_orders: number; obstacle: CloseObstacle | null }>;

/** Working orders of an account in an instrument in which it has no position. */
export type OtherOrdersView = Readonly<{ acct_id: number; instrument_id: number; open_orders: number }>;

/** The positions to close, the working orders that stay beside them, and the page to return to. */
export type PositionClosingView = Readonly<{
  positions: readonly OpenPositionView[];
  other_orders: readonly OtherOrdersView[];
  back: string;
}>;

/** The order that was to close a position, and why it was rejected, if so. */
export type ClosingOrderView = Readonly<{ order: OrderView | null; rejection: string | null }>;

/** What was sent, and what became of each order. */
export type ClosingResultView = Readonly<{ orders: readonly ClosingOrderView[]; canceled_orders: number }>;

const toOpenPositionView = ({ openOrders, obstacle, ...position }: OpenPosition): OpenPositionView => ({
  ...toPositionView(position),
  open_orders: openOrders,
  obstacle,
});

export const toPositionClosingView = ({ positions, otherOrders }: ClosingList, back: string): PositionClosingView => ({
  positions: positions.map(toOpenPositionView),
  other_orders: otherOrders.map(({ acctId, instrumentId, openOrders }) => ({
    acct_id: acctId,
    instrument_id: instrumentId,
    open_orders: openOrders,
  })),
  back,
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
