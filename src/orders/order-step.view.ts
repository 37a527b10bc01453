import { fillIdOf } from './fill-id.js';
import { momentText } from '../exchange/wire/moment-text.js';
import { type OrderStep, statusIn } from './order-step.js';
import { averagePriceOf, priceOf } from '../exchange/wire/price-to-wire.js';

/**
 * One step in the life of an order, with all of it that can change, as it was after the step.
 *
 * @example { "revision": 2, "version": 1, "time": "2026-01-30T15:04:06.120Z", "type": "OrderTraded", "status": "Open", "state": "PartiallyFilled", "time_in_force": "Day", "expire_date": null, "limit_price": 6712.25, "stop_price": null, "quantity": 10, "filled_quantity": 4, "leaves_quantity": 6, "average_price": 6712, "reject_code": null, "cancel_reason": null, "trade_id": 4501, "fill_id": 9002, "action_id": 8801, "user_id": 42, "acting_user_id": 42 }
 */
export type OrderStepView = ReturnType<typeof orderStepView>;

/** JSON leaves out what is no element of a list: only the page is told in what the order trades, to write its prices. */
export type ToldSteps = OrderStepView[] & { instrument_id?: number };

export function toldSteps(steps: readonly OrderStep[]): ToldSteps {
  const [first] = steps;
  return Object.assign(steps.map(orderStepView), first && { instrument_id: first.instrumentId });
}

export function orderStepView({ step, side, scale, actionId, userId, actingUserId, rejectCode }: OrderStep) {
  const { quantity, filledQuantity, state, tradeId } = step;
  const status = statusIn(state);
  return {
    /** @integer */
    revision: step.revision,
    version: step.version,
    /** @format date-time */
    time: momentText(step.at),
    type: step.type,
    status,
    state,
    time_in_force: step.timeInForce,
    /** @format date */
    expire_date: step.expireDate,
    limit_price: priceOf(step.limitPrice, scale),
    stop_price: priceOf(step.stopPrice, scale),
    /** @integer */
    quantity,
    /** @integer */
    filled_quantity: filledQuantity,
    /** @integer */
    leaves_quantity: status === 'Open' ? quantity - filledQuantity : 0,
    average_price: filledQuantity === 0 ? null : averagePriceOf(step.turnover, filledQuantity, scale),
    reject_code: status === 'Rejected' ? rejectCode : null,
    cancel_reason: step.cancelReason,
    /** The trade that was this step. */
    trade_id: tradeId,
    fill_id: tradeId === null ? null : fillIdOf(tradeId, side),
    /** The order action that brought it about; null where it was the market, the clock or the house. */
    action_id: actionId,
    /** As whom that action was given. */
    user_id: userId,
    /** Who gave it: another than `user_id` where an administrator acted for a customer. */
    acting_user_id: actingUserId,
  };
}
