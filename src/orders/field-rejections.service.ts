import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { OrderAction } from '../engine/command.js';
import type { Refusal } from '../engine/refusal.js';
import type { Issue } from '../errors/domain-error.js';
import { toCommandCaller } from '../exchange/caller.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import {
  type FieldRejection,
  checkOrderFields,
  toProspectiveOrder,
  checkMarketConditions,
} from './field-rejections.js';
import type { OrderActionResult } from './order-action-result.js';

/** Codes that blame a field of the order itself. A market that is closed blames one only where the order's last session is over. */
const fieldCodes: ReadonlySet<string> = new Set([
  'price_off_tick',
  'price_out_of_band',
  'quantity_invalid',
  'order_size_limit',
  'market_closed',
]);

/** Codes that come before anybody looks at the fields: the person in front of them fixes everything at once. */
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

/** Every field that is wrong with an order action, where its refusal names the first. */
@Injectable()
export class FieldRejectionsService {
  constructor(private readonly exchange: ExchangeService) {}

  /**
   * What was refused is committed already: an exchange that does not answer now takes nothing of that back. Programs receive what a copy would receive as well, and the
   * reason that is kept; people besides what else is wrong at this moment.
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

  /** Beside what could not be read; nothing of this was carried out or kept. */
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

/** What is kept as the reason stands first, in the words in which it is kept: since then the market may have moved. */
function putReasonFirst(
  fieldRejections: readonly FieldRejection[],
  rejection: Refusal,
  action: OrderAction,
): readonly FieldRejection[] {
  const isFirst = ({ code, detail }: FieldRejection): boolean => code === rejection.code && detail === rejection.detail;
  const first = fieldRejections.find(isFirst) ?? { field: findBlamedField(rejection.code, action), ...rejection };
  if (rejection.code === 'market_closed' && !fieldRejections.some(isFirst)) return [];
  return [first, ...fieldRejections.filter(({ field }) => field !== first.field)];
}

function findBlamedField(code: string, action: OrderAction): FieldRejection['field'] {
  if (code === 'quantity_invalid' || code === 'order_size_limit') return 'quantity';
  return 'limitPrice' in action && action.limitPrice !== null ? 'limit_price' : 'stop_price';
}
