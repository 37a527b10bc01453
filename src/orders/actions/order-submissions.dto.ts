import { Equals, IsBoolean, IsIn } from 'class-validator';
import type { Side } from '../../engine/side.js';
import type { TimeInForce } from '../../engine/command.js';
import { IsId, Optional } from '../../http/fields.decorator.js';
import { postOnlyRests } from './cross-field-rules.js';
import {
  IsLabel,
  IsPrice,
  IsQuantity,
  CrossField,
  IsExpireDate,
  RequiredWithout,
} from './order-action-rules.decorator.js';

export const SIDES: readonly Side[] = ['Buy', 'Sell'];
export const TIMES_IN_FORCE: readonly TimeInForce[] = ['Day', 'GTC', 'GTD', 'IOC', 'FOK'];
export const MARKET_TIMES_IN_FORCE = ['IOC', 'FOK'] as const;
export const STOP_TIMES_IN_FORCE = ['Day', 'GTC', 'GTD'] as const;

/** What every new order says. */
class SubmissionDto {
  /** @example 7 */
  @IsId()
  acct_id!: number;

  /**
   * The number of the instrument; or else give its `symbol`.
   * @example 1
   */
  @RequiredWithout('symbol', 'or else give the symbol of the instrument')
  @IsId()
  instrument_id?: number;

  /**
   * The symbol of the instrument instead of `instrument_id`. If both are given, they must agree. Means the listed
   * instrument with this symbol.
   * @example "ESZ26"
   */
  @Optional()
  @IsLabel()
  symbol?: string;

  @IsIn(SIDES)
  side!: Side;

  /**
   * From 1 to 1000000000. Other whole numbers are rejected with `quantity_invalid`; 1.5 is malformed, `invalid_request`.
   * @example 10
   */
  @IsQuantity()
  quantity!: number;

  /**
   * Your id for the order, unique in the account. The same submission with the same id gets the first response and
   * places no second order.
   * @example "desk-1"
   */
  @Optional()
  @IsLabel()
  client_order_id?: string;

  /**
   * Your tag for the order.
   * @example "hedge"
   */
  @Optional()
  @IsLabel()
  tag?: string;
}

/**
 * An order that trades at its limit price or better.
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

  /** Never takes liquidity: the order rests in the book or is canceled. Not with `IOC` or `FOK`. */
  @Optional()
  @IsBoolean()
  @CrossField(postOnlyRests)
  post_only?: boolean;

  /** The last session of a `GTD` order. Required with `GTD`, rejected otherwise. */
  @IsExpireDate()
  expire_date?: string;
}

/**
 * An order that trades at once at the best available prices.
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
 * An order that becomes a market order when the market trades at its stop price.
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

  /** The last session of a `GTD` order. Required with `GTD`, rejected otherwise. */
  @IsExpireDate()
  expire_date?: string;
}

/**
 * An order that becomes a limit order when the market trades at its stop price.
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

  /** The last session of a `GTD` order. Required with `GTD`, rejected otherwise. */
  @IsExpireDate()
  expire_date?: string;
}
