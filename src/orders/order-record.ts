import type { OrderRow, CancelReason, OrderState, OrderStatus } from '../engine/order.js';
import type { RefusalFigures } from '../engine/refusal.js';
import type { TimeInForce } from '../engine/command.js';
import type { Side } from '../engine/side.js';

/** The changeable terms of an order at that time. */
type OrderEventValues = Readonly<{
  revision: number;
  version: number;
  seq: number;
  at: number;
  type: string;
  tradeId: number | null;
  state: OrderState;
  timeInForce: TimeInForce;
  expireDate: string | null;
  limitPrice: number | null;
  stopPrice: number | null;
  quantity: number;
  filledQuantity: number;
  turnover: bigint;
  cancelReason: CancelReason | null;
}>;

/** An event of an order; the action is the one on this order, not that of its counterparty. */
export type OrderHistoryEvent = Readonly<{
  event: OrderEventValues;
  instrumentId: number;
  side: Side;
  scale: number;
  actionId: number | null;
  userId: number | null;
  actingUserId: number | null;
  rejectCode: string | null;
}>;

/** Every order that can still trade is open. */
export const toOrderStatus = (state: OrderState): OrderStatus =>
  state === 'New' || state === 'PartiallyFilled' || state === 'PendingTrigger' ? 'Open' : state;

/** The shown fields of an order: from the engine or the table. */
export type OrderDetails = Omit<OrderRow, 'rank'>;

/** An order with its symbol, price scale (units of 10^-`scale`) and the figures of its rejection, if any. */
export type OrderRecord = Readonly<{
  row: OrderDetails;
  scale: number;
  symbol: string;
  rejectionDetails?: RefusalFigures | null;
}>;
