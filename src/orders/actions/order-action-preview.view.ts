import type { ProblemValues } from '../../errors/domain-error.js';
import { toWireAveragePrice, toWirePrice } from '../../exchange/to-wire.js';
import { createExactNumber } from '../../money/exact-number.js';
import { formatAmount } from '../../money/amount.js';
import type { OrderActionResult, OrderActionPreview } from './order-action-result.js';
import { toRejectionProblem } from './order-action.view.js';

type PreviewSubject = NonNullable<OrderActionPreview['about']>;

/** The problem with which the action would be rejected, without the members of a request. */
type PreviewedProblem = Readonly<{
  type: string;
  title: string;
  /** @integer */
  status: number;
  code: string;
  detail: string;
}> &
  ProblemValues;

/** The order after the action. It has no id yet. */
type PreviewedOrder = ReturnType<typeof toPreviewedOrder>;

/** Amounts of the account in its currency. Buying power is null without a margin limit. */
type PreviewedMargin = ReturnType<typeof toPreviewedMargin>;

/** The position, and the largest position if all working orders were filled. */
type PreviewedPosition = ReturnType<typeof toPreviewedPosition>;

/**
 * The effect of an order action if it were sent now. Nothing is executed.
 * @example { "action_type": "LimitOrderSub", "status": "Accepted", "replayed": false, "problem": null, "order": { "status": "Open", "state": "PartiallyFilled", "quantity": 10, "filled_quantity": 4, "leaves_quantity": 6, "average_price": 6712, "cancel_reason": null, "triggered": false }, "fills": [{ "price": 6712, "quantity": 4, "liquidity": "Removed" }], "takes_liquidity": true, "taken_quantity": 4, "taken_average_price": 6712, "currency": "USD", "notional": 3356025, "margin": { "required": 185000, "used_before": 0, "used_after": 185000, "available_before": 1000000, "available_after": 815000, "buying_power_before": 1000000, "buying_power_after": 1000000 }, "position": { "instrument_id": 1, "quantity_before": 0, "quantity_after": 4, "worst_case_before": 0, "worst_case_after": 10 } }
 */
export type PreviewView = Readonly<{
  action_type: OrderActionResult['type'];
  status: 'Accepted' | 'Refused';
  /**
   * True for a copy of an earlier action under its `client_order_id`: nothing would be executed, and the response would
   * be the earlier one.
   */
  replayed: boolean;
  problem: PreviewedProblem | null;
  order: PreviewedOrder | null;
  fills: readonly PreviewedFill[];
  /** Whether it would trade with resting orders. */
  takes_liquidity: boolean;
  /** @integer */
  taken_quantity: number;
  taken_average_price: number | null;
  /** The number of orders that a mass cancellation would cancel. */
  orders_meant?: number;
  /** The currency of the amounts; null if the caller may not view the account. */
  currency: string | null;
  /**
   * The value of the order: fills at their prices and the rest at its limit or stop price. Null without an order or a
   * price. The venue charges no fees.
   */
  notional: number | null;
  margin: PreviewedMargin | null;
  position: PreviewedPosition | null;
}>;

type PreviewedFill = Readonly<{
  price: number;
  /** @integer */
  quantity: number;
  liquidity: 'Added' | 'Removed';
}>;

type ResultingOrder = NonNullable<OrderActionResult['order']>;

export function toPreviewView({ result, about: subject }: OrderActionPreview, baseUrl: string): PreviewView {
  const { type, rejection, order, cancellation, isReplayed } = result;
  return {
    action_type: type,
    status: rejection === null ? 'Accepted' : 'Refused',
    replayed: isReplayed,
    problem: rejection && toRejectionProblem(rejection, baseUrl),
    order: order && toPreviewedOrder(order),
    ...toTradingView(result),
    ...(cancellation && { orders_meant: cancellation.orders }),
    notional: order && subject && rejection === null ? calculateNotional(order, subject) : null,
    ...(subject === null ? NO_ACCOUNT_EFFECT : toAccountEffect(subject)),
  };
}

/** The fills, including those that take liquidity. */
function toTradingView({
  fills,
  order,
}: OrderActionResult): Pick<PreviewView, 'fills' | 'takes_liquidity' | 'taken_quantity' | 'taken_average_price'> {
  const takenTrades = fills.filter(({ trade, side }) => trade.aggressorSide === side).map(({ trade }) => trade);
  const quantity = takenTrades.reduce((sum, trade) => sum + trade.quantity, 0);
  const turnover = takenTrades.reduce((sum, trade) => sum + BigInt(trade.quantity) * BigInt(trade.price), 0n);
  return {
    fills: fills.map(({ trade, side, scale }) => ({
      price: toWirePrice(trade.price, scale),
      quantity: trade.quantity,
      liquidity: trade.aggressorSide === side ? 'Removed' : 'Added',
    })),
    takes_liquidity: quantity > 0,
    taken_quantity: quantity,
    taken_average_price: order === null || quantity === 0 ? null : toWireAveragePrice(turnover, quantity, order.scale),
  };
}

type AccountEffect = Pick<PreviewView, 'currency' | 'margin' | 'position'>;

const NO_ACCOUNT_EFFECT: AccountEffect = { currency: null, margin: null, position: null };

const toAccountEffect = (subject: PreviewSubject): AccountEffect => ({
  currency: subject.currency,
  margin: toPreviewedMargin(subject),
  position: subject.instrumentId === null ? null : toPreviewedPosition(subject, subject.instrumentId),
});

function toPreviewedOrder({ row, scale }: ResultingOrder) {
  const { status, state, quantity, filledQuantity, turnover, cancelReason, triggeredAt } = row;
  return {
    status,
    state,
    /** @integer */
    quantity,
    /** @integer */
    filled_quantity: filledQuantity,
    /** @integer */
    leaves_quantity: status === 'Open' ? quantity - filledQuantity : 0,
    average_price: filledQuantity === 0 ? null : toWireAveragePrice(turnover, filledQuantity, scale),
    cancel_reason: cancelReason,
    /** Whether the stop price is reached. */
    triggered: triggeredAt !== null,
  };
}

/** The unfilled rest of a market order has no price and does not count. */
function calculateNotional({ row }: ResultingOrder, { valuePerUnit }: PreviewSubject): number | null {
  const price = row.limitPrice ?? row.stopPrice;
  const openQuantity = row.status === 'Open' ? row.quantity - row.filledQuantity : 0;
  if (row.filledQuantity === 0 && (openQuantity === 0 || price === null)) return null;
  return toMoneyNumber(valuePerUnit * (row.turnover + BigInt(openQuantity) * BigInt(price ?? 0)));
}

function toPreviewedMargin({ required, before, after }: PreviewSubject) {
  return {
    /** The margin that the whole action needs by itself; null if it needs none. */
    required: required === null ? null : toMoneyNumber(required),
    used_before: toMoneyNumber(before.marginUsed),
    used_after: toMoneyNumber(after.marginUsed),
    available_before: calculateAvailable(before),
    available_after: calculateAvailable(after),
    buying_power_before: before.buyingPower === null ? null : toMoneyNumber(before.buyingPower),
    buying_power_after: after.buyingPower === null ? null : toMoneyNumber(after.buyingPower),
  };
}

function calculateAvailable({ marginUsed, buyingPower }: PreviewSubject['before']): number | null {
  if (buyingPower === null) return null;
  return toMoneyNumber(buyingPower > marginUsed ? buyingPower - marginUsed : 0n);
}

const toPreviewedPosition = ({ before, after }: PreviewSubject, instrumentId: number) => ({
  instrument_id: instrumentId,
  /** @integer */
  quantity_before: before.quantity,
  /** @integer */
  quantity_after: after.quantity,
  /** @integer */
  worst_case_before: before.worstCase,
  /** @integer */
  worst_case_after: after.worstCase,
});

const toMoneyNumber = (amount: bigint): number => createExactNumber(formatAmount(amount)) as unknown as number;
