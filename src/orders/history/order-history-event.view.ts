import { toFillId } from '../lists/fill-id.js';
import { formatMoment, toWireAveragePrice, toWirePrice } from '../../exchange/to-wire.js';
import { type OrderHistoryEvent, toOrderStatus } from '../order-record.js';

/**
 * An event of an order, with the order's terms after it.
 * @example { "revision": 2, "version": 1, "time": "2026-01-30T15:04:06.120Z", "type": "OrderTraded", "status": "Open", "state": "PartiallyFilled", "time_in_force": "Day", "expire_date": null, "limit_price": 6712.25, "stop_price": null, "quantity": 10, "filled_quantity": 4, "leaves_quantity": 6, "average_price": 6712, "reject_code": null, "cancel_reason": null, "trade_id": 4501, "fill_id": 9002, "action_id": 8801, "user_id": 42, "acting_user_id": 42 }
 */
export type OrderHistoryEventView = ReturnType<typeof toOrderHistoryEventView>;

/** Only the page gets the instrument, for its prices, and the customers for whom administrators acted as themselves: JSON omits properties of an array. */
export type OrderHistoryPageView = OrderHistoryEventView[] & {
  instrument_id?: number;
  customers?: readonly Readonly<{ revision: number; user_id: number }>[];
};

/** `customers` has one for each event; null where its user acted for themselves. */
export function toOrderHistoryPageView(
  events: readonly OrderHistoryEvent[],
  customers: readonly (number | null)[],
): OrderHistoryPageView {
  const [first] = events;
  return Object.assign(events.map(toOrderHistoryEventView), {
    ...(first && { instrument_id: first.instrumentId }),
    customers: events.flatMap(({ event }, index) => {
      const customer = customers[index] ?? null;
      return customer === null ? [] : [{ revision: event.revision, user_id: customer }];
    }),
  });
}

export function toOrderHistoryEventView(historyEvent: OrderHistoryEvent) {
  const { event, side, scale } = historyEvent;
  const { quantity, filledQuantity, state, tradeId } = event;
  const status = toOrderStatus(state);
  return {
    /** @integer */
    revision: event.revision,
    version: event.version,
    /** @format date-time */
    time: formatMoment(event.at),
    type: event.type,
    status,
    state,
    time_in_force: event.timeInForce,
    /** @format date */
    expire_date: event.expireDate,
    limit_price: toWirePrice(event.limitPrice, scale),
    stop_price: toWirePrice(event.stopPrice, scale),
    /** @integer */
    quantity,
    /** @integer */
    filled_quantity: filledQuantity,
    /** @integer */
    leaves_quantity: status === 'Open' ? quantity - filledQuantity : 0,
    average_price: filledQuantity === 0 ? null : toWireAveragePrice(event.turnover, filledQuantity, scale),
    reject_code: status === 'Rejected' ? historyEvent.rejectCode : null,
    cancel_reason: event.cancelReason,
    /** The trade that was this step. */
    trade_id: tradeId,
    fill_id: tradeId === null ? null : toFillId(tradeId, side),
    /** The order action that caused it; null for the market, the clock or the service. */
    action_id: historyEvent.actionId,
    /** As whom that action was given. */
    user_id: historyEvent.userId,
    /** The user who sent it. Differs from `user_id` if an administrator acted for a customer. */
    acting_user_id: historyEvent.actingUserId,
  };
}
