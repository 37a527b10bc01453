import { ArrayMaxSize, ArrayMinSize, Equals, IsIn } from 'class-validator';
import type { Side } from '../../engine/side.js';
import type { TimeInForce } from '../../engine/command.js';
import { IsId, Optional } from '../../http/fields.decorator.js';
import { changesTerms, filtersOrders, namesOneOrder } from './cross-field-rules.js';
import { IsLabel, IsPrice, IsQuantity, IsVersion, CrossField, IsExpireDate } from './order-action-rules.decorator.js';
import {
  type LimitOrderSub,
  type MarketOrderSub,
  SIDES,
  type StopLimitOrderSub,
  type StopOrderSub,
  TIMES_IN_FORCE,
} from './order-submissions.dto.js';

export const ACTIONS_MAX = 100;

export const ACTION_TYPES = [
  'LimitOrderSub',
  'MarketOrderSub',
  'StopOrderSub',
  'StopLimitOrderSub',
  'OrderModification',
  'OrderCancellation',
  'MassCancellation',
] as const;

/** The pointer of a rule that concerns no single field. */
const WHOLE_ACTION = '';

/**
 * Cancels all orders that match the given filters and that the caller may trade. At least one filter is required.
 * @example { "action_type": "MassCancellation", "acct_id": 7 }
 */
export class MassCancellation {
  @Equals('MassCancellation')
  @CrossField(filtersOrders, WHOLE_ACTION)
  action_type!: 'MassCancellation';

  @Optional()
  @IsId()
  acct_id?: number;

  @Optional()
  @IsId()
  instrument_id?: number;

  /** In place of `instrument_id`. */
  @Optional()
  @IsLabel()
  symbol?: string;

  @Optional()
  @IsId()
  product_group_id?: number;

  @Optional()
  @IsIn(SIDES)
  side?: Side;
}

/** The order: by its id, or by account and client order id. */
class OrderAddress {
  /** The number of the order; or else give `acct_id` and `client_order_id`. */
  @Optional()
  @IsId()
  order_id?: number;

  /** With `client_order_id`, instead of `order_id`. */
  @Optional()
  @IsId()
  acct_id?: number;

  /** Your id for the order, with `acct_id`, instead of `order_id`. */
  @Optional()
  @IsLabel()
  client_order_id?: string;
}

/**
 * New terms of an open order; at least one. Omitted terms stay as they are.
 * @example { "action_type": "OrderModification", "order_id": 4711, "limit_price": 6712.5, "expected_version": 2 }
 */
export class OrderModification extends OrderAddress {
  @Equals('OrderModification')
  @CrossField(changesTerms, WHOLE_ACTION)
  @CrossField(namesOneOrder, WHOLE_ACTION)
  action_type!: 'OrderModification';

  /** The new total quantity, including fills. */
  @Optional()
  @IsQuantity()
  quantity?: number;

  /** @example 6712.5 */
  @Optional()
  @IsPrice()
  limit_price?: number | string;

  /** @example 6650 */
  @Optional()
  @IsPrice()
  stop_price?: number | string;

  @Optional()
  @IsIn(TIMES_IN_FORCE)
  time_in_force?: TimeInForce;

  /** The last session of a `GTD` order. An order that becomes `GTD` needs one. */
  @IsExpireDate({ isOfModification: true })
  expire_date?: string;

  /** The version that you know. The order is not modified if it has another version. */
  @Optional()
  @IsVersion()
  expected_version?: number;
}

/**
 * Cancels one order.
 * @example { "action_type": "OrderCancellation", "order_id": 4711 }
 */
export class OrderCancellation extends OrderAddress {
  @Equals('OrderCancellation')
  @CrossField(namesOneOrder, WHOLE_ACTION)
  action_type!: 'OrderCancellation';
}

/** An order action, identified by `action_type`. */
export type OrderActionBody =
  | LimitOrderSub
  | MarketOrderSub
  | StopOrderSub
  | StopLimitOrderSub
  | OrderModification
  | OrderCancellation
  | MassCancellation;

/**
 * Several order actions, executed in order; each has its own result.
 * @example { "actions": [{ "action_type": "OrderCancellation", "order_id": 4711 }, { "action_type": "MarketOrderSub", "acct_id": 7, "instrument_id": 1, "side": "Sell", "quantity": 2 }] }
 */
export class OrderActionList {
  @ArrayMinSize(1)
  @ArrayMaxSize(ACTIONS_MAX)
  actions!: OrderActionBody[];
}
