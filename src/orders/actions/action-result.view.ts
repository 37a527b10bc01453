import type { ProblemValues } from '../../errors/problem-values.view.js';
import { formatProblemTitle } from '../../errors/problem.js';
import { httpStatusByKind } from '../../http/http-status.js';
import type { OrderActionResult } from './order-action-result.js';
import { type OrderActionView, toOrderActionView } from './order-action.view.js';
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

export function toActionResultView(result: OrderActionResult, baseUrl: string): ActionResultView {
  const action = toOrderActionView(result);
  const replayed = result.isReplayed ? { replayed: true as const } : {};
  if (result.rejection === null) return result.isReplayed ? { ...action, ...replayed } : action;
  const { kind, code, message, values } = toOrderError(result.rejection);
  return {
    type: `${baseUrl}/docs/errors/${code}`,
    title: formatProblemTitle(code),
    status: httpStatusByKind[kind],
    code,
    detail: message,
    ...values,
    action,
    ...replayed,
  };
}
