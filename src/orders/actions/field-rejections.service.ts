import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import type { OrderAction } from '../../engine/command.js';
import type { Refusal } from '../../engine/refusal.js';
import type { Issue } from '../../errors/domain-error.js';
import { toCommandCaller } from '../../exchange/caller.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import {
  type FieldRejection,
  checkOrderFields,
  toProspectiveOrder,
  checkMarketConditions,
} from './field-rejections.js';
import type { CompletedRequest, OrderActionResult } from './order-action-result.js';

/** Codes that concern a field of the order. */
const fieldCodes: ReadonlySet<string> = new Set([
  'price_off_tick',
  'inconsistent_terms',
  'price_out_of_band',
  'quantity_invalid',
  'order_size_limit',
  'market_closed',
  'instrument_expired',
]);

/** Of these, the codes that concern one only if the reason is the last day of the order. */
const lastDayCodes: ReadonlySet<string> = new Set(['market_closed', 'instrument_expired']);

/** Codes found before the fields are checked: a form shows all faults at once. */
const accountCodes: ReadonlySet<string> = new Set([
  'account_disabled',
  'not_permitted',
  'unknown_account',
  'client_order_id_conflict',
]);

type RejectedOrderAction = Readonly<{
  action: OrderAction;
  result: OrderActionResult;
  rejection: Refusal;
  isBrowserForm: boolean;
}>;

/** Finds every invalid field of an order action, the rejected one first. */
@Injectable()
export class FieldRejectionsService {
  constructor(private readonly exchange: ExchangeService) {}

  /** Of a single action that was rejected, and null for others, which need not wait; the results of a list have no fields. */
  findForRequest(
    actor: Actor,
    { actions: [action], isList, results: [result] }: CompletedRequest,
  ): Promise<readonly FieldRejection[]> | null {
    if (isList || action === undefined || result === undefined || result.rejection === null) return null;
    return this.findForRejected(actor, { action, result, rejection: result.rejection, isBrowserForm: false });
  }

  /**
   * The rejection is committed already, so an exchange that does not respond changes nothing. Programs get what a copy
   * would get, and the stored reason; forms also get current faults.
   */
  async findForRejected(actor: Actor, rejectedAction: RejectedOrderAction): Promise<readonly FieldRejection[]> {
    const { action, result, rejection, isBrowserForm } = rejectedAction;
    const isFieldCode = fieldCodes.has(rejection.code);
    if (!isFieldCode && !(isBrowserForm && accountCodes.has(rejection.code))) return [];
    const order = result.order?.row ?? null;
    const fieldRejections = await this.exchange
      .look((state) => {
        const prospectiveOrder = toProspectiveOrder(state, action, {
          caller: toCommandCaller(actor),
          orderId: order?.id ?? null,
        });
        if (prospectiveOrder === null) return [];
        const isNew = order !== null && action.type !== 'OrderModification';
        const termRejections = checkOrderFields(
          prospectiveOrder,
          isNew ? order.sessionDate : prospectiveOrder.instrument.product.currentSession,
        );
        const rejectedFields = new Set<string>(termRejections.map(({ field }) => field));
        return isBrowserForm && isFieldCode
          ? [...termRejections, ...checkMarketConditions(prospectiveOrder, (field) => !rejectedFields.has(field))]
          : termRejections;
      })
      .catch((): FieldRejection[] => []);
    return isFieldCode ? putReasonFirst(fieldRejections, rejection, action) : fieldRejections;
  }

  /** Called for fields that cannot be parsed; nothing was executed or stored. */
  findForMalformed(actor: Actor, action: OrderAction, issues: readonly Issue[]): Promise<readonly FieldRejection[]> {
    const malformedFields = new Set(issues.map(({ pointer }) => pointer.slice(1)));
    return this.exchange
      .look((state) => {
        const prospectiveOrder = toProspectiveOrder(state, action, { caller: toCommandCaller(actor), orderId: null });
        if (prospectiveOrder === null || malformedFields.has('instrument_id') || malformedFields.has('order_id'))
          return [];
        const termRejections = checkOrderFields(
          prospectiveOrder,
          prospectiveOrder.instrument.product.currentSession,
        ).filter(({ field }) => !malformedFields.has(field));
        const rejectedFields = new Set<string>([...malformedFields, ...termRejections.map(({ field }) => field)]);
        return [
          ...termRejections,
          ...(malformedFields.has('acct_id')
            ? []
            : checkMarketConditions(prospectiveOrder, (field) => !rejectedFields.has(field))),
        ];
      })
      .catch((): FieldRejection[] => []);
  }
}

/** The stored reason comes first, in its stored words: the market may have moved since. */
function putReasonFirst(
  fieldRejections: readonly FieldRejection[],
  rejection: Refusal,
  action: OrderAction,
): readonly FieldRejection[] {
  const isFirst = ({ code, detail }: FieldRejection): boolean => code === rejection.code && detail === rejection.detail;
  const first = fieldRejections.find(isFirst) ?? { field: findBlamedField(rejection.code, action), ...rejection };
  if (lastDayCodes.has(rejection.code) && !fieldRejections.some(isFirst)) return [];
  return [first, ...fieldRejections.filter(({ field }) => field !== first.field)];
}

function findBlamedField(code: string, action: OrderAction): FieldRejection['field'] {
  if (code === 'quantity_invalid' || code === 'order_size_limit') return 'quantity';
  return 'limitPrice' in action && action.limitPrice !== null ? 'limit_price' : 'stop_price';
}
