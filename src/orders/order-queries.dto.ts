import { IsIn } from 'class-validator';
import { IsCalendarDate } from '../http/calendar-date.decorator.js';
import { IsQueryId } from '../http/id.decorator.js';
import { IsTimestamp } from '../http/timestamp.decorator.js';
import { Optional } from '../http/optional.decorator.js';
import { TimeRangeQuery } from '../http/time-range.dto.js';
import { Repeatable } from '../http/repeatable.decorator.js';
import type { OrderStatus } from '../engine/order.js';
import type { Side } from '../engine/side.js';
import { SIDES } from './order-action-parser.js';
import { IsLabel } from './order-action-rules.decorator.js';

const STATUSES: readonly OrderStatus[] = ['Open', 'Filled', 'Cancelled', 'Expired', 'Rejected'];

/** Lists that are read from either end. */
class BidirectionalListQuery extends TimeRangeQuery {
  /**
   * With `true`, the newest comes first, and `Link` leads to older ones. A page for people begins with the newest unless this says `false`.
   * @example "true"
   */
  @Optional()
  @IsIn(['true', 'false'])
  newest?: 'true' | 'false';
}

/** Which orders are asked for. All conditions must hold. */
export class ListOrdersQuery extends BidirectionalListQuery {
  /**
   * Those that have this status now, or one of several.
   * @example ["Open"]
   */
  @Repeatable()
  @Optional()
  @IsIn(STATUSES, { each: true })
  status?: OrderStatus[];

  /** Those of this account. */
  @Optional()
  @IsQueryId()
  acct_id?: number;

  /** Those of this instrument. */
  @Optional()
  @IsQueryId()
  instrument_id?: number;

  /**
   * Those of the instrument of this symbol.
   * @example "ESZ26"
   */
  @Optional()
  @IsLabel()
  symbol?: string;

  /** Those of this side. */
  @Optional()
  @IsIn(SIDES)
  side?: Side;

  /**
   * Those that the client called so.
   * @example "desk-1"
   */
  @Optional()
  @IsLabel()
  client_order_id?: string;

  /**
   * Those with which something has happened at this moment or later.
   * @example "2026-01-30T15:04:05.000Z"
   */
  @Optional()
  @IsTimestamp()
  updated_since?: string;

  /** Those that were submitted in the session of this date. */
  @Optional()
  @IsCalendarDate()
  session_date?: string;

  /** Those that this order action has canceled: an `OrderCancellation`, or a `MassCancellation` with all its portions so far. */
  @Optional()
  @IsQueryId()
  cancelled_by?: number;
}

/** Which fills are asked for. All conditions must hold. */
export class ListFillsQuery extends BidirectionalListQuery {
  /** Those of this account. */
  @Optional()
  @IsQueryId()
  acct_id?: number;

  /** Those of this instrument. */
  @Optional()
  @IsQueryId()
  instrument_id?: number;

  /**
   * Those of the instrument of this symbol.
   * @example "ESZ26"
   */
  @Optional()
  @IsLabel()
  symbol?: string;

  /** Those of this order. */
  @Optional()
  @IsQueryId()
  order_id?: number;

  /** Those that came after this one. */
  @Optional()
  @IsQueryId()
  since_id?: number;

  /** Those of the session of this date. */
  @Optional()
  @IsCalendarDate()
  session_date?: string;
}

/** Which order actions are asked for. All conditions must hold. */
export class ListOrderActionsQuery extends BidirectionalListQuery {
  /** Those that made this order or were about it. */
  @Optional()
  @IsQueryId()
  order_id?: number;

  /** Those of this account. */
  @Optional()
  @IsQueryId()
  acct_id?: number;

  /** Those that came after this one. */
  @Optional()
  @IsQueryId()
  since_id?: number;
}
