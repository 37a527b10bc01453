import { ArrayMaxSize, ArrayMinSize, Equals, IsBoolean, IsIn } from 'class-validator';
import type { Side } from '../engine/side.js';
import type { TimeInForce } from '../engine/command.js';
import { IsId } from '../http/id.decorator.js';
import { Optional } from '../http/optional.decorator.js';
import {
  ACTIONS_MAX,
  MARKET_TIMES_IN_FORCE,
  SIDES,
  STOP_TIMES_IN_FORCE,
  TIMES_IN_FORCE,
} from './order-action-parser.js';
import type { MassCancellation } from './mass-cancellation.dto.js';
import { IsIsoDate, IsLabel, IsPrice, IsQuantity, IsVersion } from './order-action-rules.decorator.js';

/** What every new order says. */
class SubmissionDto {
  /** @example 7 */
  @IsId()
  acct_id!: number;

  /**
   * The number of the instrument; or else give its `symbol`.
   * @example 1
   */
  @Optional()
  @IsId()
  instrument_id?: number;

  /**
   * The symbol of the instrument, in place of `instrument_id`: the instrument that is live under it. If both are given, they must agree.
   * @example "ESZ26"
   */
  @Optional()
  @IsLabel()
  symbol?: string;

  @IsIn(SIDES)
  side!: Side;

  /**
   * From 1 to 1000000000; another number is refused as `quantity_invalid`.
   * @example 10
   */
  @IsQuantity()
  quantity!: number;

  /**
   * What you call the order. Within an account it is unique for ever: the same submission again is answered as the first was, and makes
   * no second order.
   * @example "desk-1"
   */
  @Optional()
  @IsLabel()
  client_order_id?: string;

  /**
   * Your own note.
   * @example "hedge"
   */
  @Optional()
  @IsLabel()
  tag?: string;
}

/**
 * An order that trades at a price or better.
 *
 * @example { "action_type": "LimitOrderSub", "acct_id": 7, "instrument_id": 1, "side": "Buy", "time_in_force": "Day", "limit_price": 6712.25, "quantity": 10, "client_order_id": "desk-1" }
 */
export class LimitOrderSub extends SubmissionDto {
  @Equals('LimitOrderSub')
  action_type!: 'LimitOrderSub';

  @IsIn(TIMES_IN_FORCE)
  time_in_force!: TimeInForce;

  /** @example 6712.25 */
  @IsPrice()
  limit_price!: number | string;

  /** Never takes what waits in the book: it waits there itself, or is canceled. Not with `IOC` or `FOK`. */
  @Optional()
  @IsBoolean()
  post_only?: boolean;

  /** The last session of an order `GTD`; with it required, with others refused. */
  @Optional()
  @IsIsoDate()
  expire_date?: string;
}

/**
 * An order that trades at once, at whatever prices there are.
 *
 * @example { "action_type": "MarketOrderSub", "acct_id": 7, "instrument_id": 1, "side": "Sell", "quantity": 2 }
 */
export class MarketOrderSub extends SubmissionDto {
  @Equals('MarketOrderSub')
  action_type!: 'MarketOrderSub';

  /** Without it, `IOC`. */
  @Optional()
  @IsIn(MARKET_TIMES_IN_FORCE)
  time_in_force?: 'IOC' | 'FOK';
}

/**
 * An order that waits until the market trades at its stop price, and is a market order then.
 *
 * @example { "action_type": "StopOrderSub", "acct_id": 7, "instrument_id": 1, "side": "Sell", "time_in_force": "GTC", "stop_price": 6650, "quantity": 2 }
 */
export class StopOrderSub extends SubmissionDto {
  @Equals('StopOrderSub')
  action_type!: 'StopOrderSub';

  @IsIn(STOP_TIMES_IN_FORCE)
  time_in_force!: 'Day' | 'GTC' | 'GTD';

  /** @example 6650 */
  @IsPrice()
  stop_price!: number | string;

  /** The last session of an order `GTD`; with it required, with others refused. */
  @Optional()
  @IsIsoDate()
  expire_date?: string;
}

/**
 * An order that waits until the market trades at its stop price, and is a limit order then.
 *
 * @example { "action_type": "StopLimitOrderSub", "acct_id": 7, "instrument_id": 1, "side": "Sell", "time_in_force": "GTD", "expire_date": "2026-01-30", "stop_price": 6650, "limit_price": 6645, "quantity": 2 }
 */
export class StopLimitOrderSub extends SubmissionDto {
  @Equals('StopLimitOrderSub')
  action_type!: 'StopLimitOrderSub';

  @IsIn(STOP_TIMES_IN_FORCE)
  time_in_force!: 'Day' | 'GTC' | 'GTD';

  /** @example 6650 */
  @IsPrice()
  stop_price!: number | string;

  /** @example 6645 */
  @IsPrice()
  limit_price!: number | string;

  /** The last session of an order `GTD`; with it required, with others refused. */
  @Optional()
  @IsIsoDate()
  expire_date?: string;
}

/** Which order is meant: by its number alone, or by its account and what the client called it. */
class OrderAddress {
  /** The number of the order; or else give `acct_id` and `client_order_id`. */
  @Optional()
  @IsId()
  order_id?: number;

  /** Together with `client_order_id`, where there is no `order_id`. */
  @Optional()
  @IsId()
  acct_id?: number;

  /** What you called the order; together with `acct_id`, where there is no `order_id`. */
  @Optional()
  @IsLabel()
  client_order_id?: string;
}

/**
 * New terms for an order that is open; at least one of them. What is left out stays as it is.
 *
 * @example { "action_type": "OrderModification", "order_id": 4711, "limit_price": 6712.5, "expected_version": 2 }
 */
export class OrderModification extends OrderAddress {
  @Equals('OrderModification')
  action_type!: 'OrderModification';

  /** The new total, what was filled included. */
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

  /** The last session of an order `GTD`. */
  @Optional()
  @IsIsoDate()
  expire_date?: string;

  /** The version that you have seen; the order is left alone if it has another by now. */
  @Optional()
  @IsVersion()
  expected_version?: number;
}

/**
 * Takes one order out of the market.
 *
 * @example { "action_type": "OrderCancellation", "order_id": 4711 }
 */
export class OrderCancellation extends OrderAddress {
  @Equals('OrderCancellation')
  action_type!: 'OrderCancellation';
}

/** An action on orders, identified by `action_type`. */
export type OrderActionBody =
  | LimitOrderSub
  | MarketOrderSub
  | StopOrderSub
  | StopLimitOrderSub
  | OrderModification
  | OrderCancellation
  | MassCancellation;

/**
 * Several order actions, carried out in their order; each has its own result.
 *
 * @example { "actions": [{ "action_type": "OrderCancellation", "order_id": 4711 }, { "action_type": "MarketOrderSub", "acct_id": 7, "instrument_id": 1, "side": "Sell", "quantity": 2 }] }
 */
export class OrderActionList {
  @ArrayMinSize(1)
  @ArrayMaxSize(ACTIONS_MAX)
  actions!: OrderActionBody[];
}
