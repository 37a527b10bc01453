import type { ProblemFigures } from '../errors/problem-figures.view.js';
import { titleOf } from '../http/problem.js';
import { statusOf } from '../http/status-of.js';
import type { Outcome } from './action-outcome.js';
import { type OrderActionView, orderActionView } from './order-action.view.js';
import { refusalOf } from './order-refusals.js';

/** An action of a list that was accepted; `replayed`, if it was a copy of an earlier one, whose result this is. */
type AcceptedActionView = OrderActionView & Readonly<{ replayed?: true }>;

/**
 * An action of a list that was refused: a problem like that of an action by itself.
 *
 * @example { "type": "https://kontor.example.test/docs/errors/order_not_open", "title": "Order not open", "status": 409, "code": "order_not_open", "detail": "The order is finished.", "action": { "id": 8802, "action_type": "OrderCancellation", "received_at": "2026-01-30T15:04:05.000Z", "status": "Refused", "order": null, "fills": [] } }
 */
type RefusedActionView = Readonly<{
  type: string;
  title: string;
  /**
   * What the answer's status would be if the action had come alone.
   * @integer
   */
  status: number;
  code: string;
  detail: string;
  action: OrderActionView;
  /** It was a copy of an earlier one, which was refused. */
  replayed?: true;
}> &
  ProblemFigures;

/** The result of each action of a list. Only what was refused has a `code`. */
export type ActionResultView = AcceptedActionView | RefusedActionView;

export function actionResultView(outcome: Outcome, baseUrl: string): ActionResultView {
  const action = orderActionView(outcome);
  const replayed = outcome.isReplayed ? { replayed: true as const } : {};
  if (outcome.refusal === null) return outcome.isReplayed ? { ...action, ...replayed } : action;
  const { kind, code, message, figures } = refusalOf(outcome.refusal);
  return {
    type: `${baseUrl}/docs/errors/${code}`,
    title: titleOf(code),
    status: statusOf[kind],
    code,
    detail: message,
    ...figures,
    action,
    ...replayed,
  };
}
