import { type FieldRejection, toFieldIssues } from './field-rejections.js';
import type { CompletedRequest, OrderActionResult } from './order-action-result.js';
import { type FillView, toFillView } from '../lists/fill.view.js';
import { formatMoment } from '../../exchange/to-wire.js';
import { type OrderView, toOrderView } from '../order.view.js';
import type { Refusal } from '../../engine/refusal.js';
import type { ProblemValues } from '../../errors/domain-error.js';
import { formatProblemTitle } from '../../errors/problem.js';
import { httpStatusByKind } from '../../http/http-errors.js';
import { toOrderError } from '../order-errors.js';

/** The result of an accepted action in a list. `replayed` is true for a copy of an earlier action. */
type AcceptedActionView = OrderActionView & Readonly<{ replayed?: true }>;

/**
 * The result of a rejected action in a list: the problem of the single action.
 * @example { "type": "https://kontor.example.test/docs/errors/order_not_open", "title": "Order not open", "status": 409, "code": "order_not_open", "detail": "The order is finished.", "action": { "id": 8802, "action_type": "OrderCancellation", "received_at": "2026-01-30T15:04:05.000Z", "status": "Refused", "order": null, "fills": [] } }
 */
type RefusedActionView = Readonly<{
  type: string;
  title: string;
  /**
   * The status that the single action would have.
   * @integer
   */
  status: number;
  code: string;
  detail: string;
  action: OrderActionView;
  /** True for a copy of an earlier rejected action. */
  replayed?: true;
}> &
  ProblemValues;

/** The result of each action in a list. Only rejected ones have a `code`. */
export type ActionResultView = AcceptedActionView | RefusedActionView;

/** `error` is the rejection of a single action; a list has its rejections in the view. */
type OrderActionResponse = Readonly<{ isReplayed: boolean }> &
  Readonly<
    { status: 200 | 201; view: OrderActionView | ActionResultView[] } | { error: ReturnType<typeof toOrderError> }
  >;

/** The response of `POST /orderactions`; a message of the order stream has the same one. */
export function toOrderActionResponse(
  { isList, results }: CompletedRequest,
  fieldRejections: readonly FieldRejection[] | null,
  baseUrl: string,
): OrderActionResponse {
  if (isList)
    return { status: 201, isReplayed: false, view: results.map((result) => toActionResultView(result, baseUrl)) };
  const result = results[0] as OrderActionResult;
  const { rejection, isReplayed } = result;
  const view = toOrderActionView(result);
  return rejection === null
    ? { status: isReplayed ? 200 : 201, isReplayed, view }
    : { isReplayed, error: toOrderError(rejection, view, toFieldIssues(fieldRejections ?? [])) };
}

function toActionResultView(result: OrderActionResult, baseUrl: string): ActionResultView {
  const action = toOrderActionView(result);
  const replayed = result.isReplayed ? { replayed: true as const } : {};
  if (result.rejection === null) return result.isReplayed ? { ...action, ...replayed } : action;
  return { ...toRejectionProblem(result.rejection, baseUrl), action, ...replayed };
}

/** The problem of a rejection, without the members of a request. */
export function toRejectionProblem(rejection: Refusal, baseUrl: string) {
  const { kind, code, message, values } = toOrderError(rejection);
  return {
    type: `${baseUrl}/docs/errors/${code}`,
    title: formatProblemTitle(code),
    status: httpStatusByKind[kind],
    code,
    detail: message,
    ...values,
  };
}

/**
 * The result of an order action.
 * @example { "id": 8801, "action_type": "LimitOrderSub", "received_at": "2026-01-30T15:04:05.000Z", "status": "Accepted", "order": { "id": 4711, "acct_id": 7, "user_id": 42, "placed_by": 42, "instrument_id": 1, "symbol": "ESZ26", "client_order_id": "desk-1", "tag": null, "order_type": "Limit", "side": "Buy", "time_in_force": "Day", "post_only": false, "expire_date": null, "limit_price": 6712.25, "stop_price": null, "quantity": 10, "filled_quantity": 4, "leaves_quantity": 6, "average_price": 6712, "status": "Open", "state": "PartiallyFilled", "reject_code": null, "cancel_reason": null, "version": 1, "revision": 2, "session_date": "2026-01-30", "created_at": "2026-01-30T15:04:05.000Z", "updated_at": "2026-01-30T15:04:05.000Z", "triggered_at": null }, "fills": [{ "id": 9002, "trade_id": 4501, "order_id": 4711, "client_order_id": "desk-1", "instrument_id": 1, "symbol": "ESZ26", "currency": "USD", "acct_id": 7, "side": "Buy", "price": 6712, "quantity": 4, "liquidity": "Removed", "settlement_style": null, "session_date": "2026-01-30", "traded_at": "2026-01-30T15:04:05.000Z" }] }
 */
export type OrderActionView = Readonly<{
  id: number;
  action_type: OrderActionResult['type'];
  /** @format date-time */
  received_at: string;
  status: 'Accepted' | 'Refused';
  /** The order that was placed or named, after the action; null without an order. */
  order: OrderView | null;
  /** The fills of this action. */
  fills: readonly FillView[];
  /** The orders that a mass cancellation canceled; of a large one, the first thousand of them. */
  order_ids?: readonly number[];
  /** How many orders a large mass cancellation means, open at its start. They are canceled in portions, oldest first. */
  orders_meant?: number;
  /**
   * The orders that it has canceled so far. Orders missing at the end were filled or canceled before.
   * @example "/orders?cancelled_by=4711"
   */
  orders_url?: string;
}>;

export function toOrderActionView(result: OrderActionResult): OrderActionView {
  const { actionId, rejection, order, fills, cancellation } = result;
  const view = {
    id: actionId,
    action_type: result.type,
    received_at: formatMoment(result.receivedAt),
    status: rejection === null ? ('Accepted' as const) : ('Refused' as const),
    order: order && toOrderView(order),
    fills: fills.length === 0 ? NO_FILLS : fills.map(toFillView),
  };
  if (cancellation === null) return view;
  const { ids, orders, isPending } = cancellation;
  return isPending
    ? { ...view, order_ids: ids, orders_meant: orders, orders_url: `/orders?cancelled_by=${actionId}` }
    : { ...view, order_ids: ids };
}

const NO_FILLS: readonly FillView[] = [];
