import { IsIn } from 'class-validator';
import {
  IsCalendarDate,
  IsFilterId,
  IsSearchText,
  IsSort,
  IsTimestamp,
  Optional,
  Repeatable,
} from '../../http/fields.decorator.js';
import {
  IsMarketMakerChoice,
  type MarketMakerChoice,
  type MarketMakerQuestion,
} from '../../accounts/market-maker-choice.js';
import type { Sort } from '../../database/sorting.js';
import { IsCursor, TimeRangeQuery, toTimeBounds } from '../../http/paging.dto.js';
import { parseCursor, parsePairCursor } from '../../http/paging.js';
import type { OrderStatus } from '../../engine/order.js';
import type { Side } from '../../engine/side.js';
import { SIDES } from '../actions/order-submissions.dto.js';
import type { OrderConditions } from './order-paging.js';
import { ORDER_SORT_FIELDS, type OrderSortField } from './order-sorting.js';
import { IsLabel } from '../actions/order-action-rules.decorator.js';

const STATUSES: readonly OrderStatus[] = ['Open', 'Filled', 'Cancelled', 'Expired', 'Rejected'];

/** Lists that can start at either end. */
class BidirectionalListQuery extends TimeRangeQuery {
  /**
   * With `true`, newest first, and `Link` has older rows. The page starts with the newest unless this is `false`.
   * @example "true"
   */
  @Optional()
  @IsIn(['true', 'false'])
  newest?: 'true' | 'false';
}

/** Filters of the order list. Filters are combined with AND. */
export class ListOrdersQuery extends BidirectionalListQuery {
  /**
   * The position of the page, from the `Link` header of the previous page.
   * @example "YWZ0ZXIgMTAw"
   */
  @Optional()
  // Sorted, the list has cursors of two numbers. Their signature covers the order.
  @IsCursor((cursor) => parseCursor(cursor) ?? parsePairCursor(cursor))
  declare cursor?: string;

  /**
   * Orders with this status, or with one of several.
   * @example ["Open"]
   */
  @Repeatable()
  @Optional()
  @IsIn(STATUSES, { each: true })
  status?: OrderStatus[];

  /** Those of this account. */
  @IsFilterId()
  acct_id?: number;

  /**
   * Part of the account name, or the account number; for administrators also part of the owner's email or name.
   * @example "ada"
   */
  @IsSearchText()
  account?: string;

  /**
   * Whether the list has the orders of the sandbox's market maker. Left out, programs get them; a page for administrators that is
   * not of certain accounts or orders has none of them.
   * @example "without"
   */
  @IsMarketMakerChoice()
  market_maker?: MarketMakerChoice;

  /** Those of this instrument. */
  @IsFilterId()
  instrument_id?: number;

  /**
   * Orders in the instrument with this symbol.
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
   * Orders with this client order id.
   * @example "desk-1"
   */
  @Optional()
  @IsLabel()
  client_order_id?: string;

  /**
   * Orders that changed at this time or later.
   * @example "2026-01-30T15:04:05.000Z"
   */
  @Optional()
  @IsTimestamp()
  updated_since?: string;

  /** Orders submitted in the session of this date. */
  @Optional()
  @IsCalendarDate()
  session_date?: string;

  /** Orders that this action canceled: an `OrderCancellation`, or a `MassCancellation` with all its portions so far. */
  @IsFilterId()
  cancelled_by?: number;

  /**
   * Sorted by this field: from its least value or, with `-` before it, from its greatest. Only with `status=Open`, and
   * while at most 1,000 orders match. Orders without the value come last.
   * @example "symbol"
   */
  @IsSort(ORDER_SORT_FIELDS)
  sort?: Sort<OrderSortField>;
}

/** A list of certain accounts or orders has the market maker's where these are. */
export const toMarketMakerQuestion = (
  query: Partial<Record<'acct_id' | 'account' | 'order_id' | 'client_order_id' | 'cancelled_by', unknown>> &
    Readonly<{ market_maker?: MarketMakerChoice }>,
  isForBrowser: boolean,
): MarketMakerQuestion => ({
  choice: query.market_maker,
  isForBrowser,
  isNarrowed: [query.acct_id, query.account, query.order_id, query.client_order_id, query.cancelled_by].some(
    (value) => value !== undefined,
  ),
});

export const toOrderConditions = (query: ListOrdersQuery): OrderConditions => ({
  ...toTimeBounds(query),
  statuses: query.status,
  acctId: query.acct_id,
  account: query.account,
  instrumentId: query.instrument_id,
  symbol: query.symbol,
  side: query.side,
  clientOrderId: query.client_order_id,
  sessionDate: query.session_date,
  updatedSince: query.updated_since === undefined ? undefined : Date.parse(query.updated_since),
  cancelledBy: query.cancelled_by,
});

/** Filters of the fill list. Filters are combined with AND. */
export class ListFillsQuery extends BidirectionalListQuery {
  /** Those of this account. */
  @IsFilterId()
  acct_id?: number;

  /**
   * Part of the account name, or the account number; for administrators also part of the owner's email or name.
   * @example "ada"
   */
  @IsSearchText()
  account?: string;

  /** Those of this instrument. */
  @IsFilterId()
  instrument_id?: number;

  /**
   * Fills in the instrument with this symbol.
   * @example "ESZ26"
   */
  @Optional()
  @IsLabel()
  symbol?: string;

  /** Those of this order. */
  @IsFilterId()
  order_id?: number;

  /** Fills after this one. */
  @IsFilterId()
  since_id?: number;

  /** Fills in the session of this date. */
  @Optional()
  @IsCalendarDate()
  session_date?: string;

  /**
   * Whether the list has the fills of the sandbox's market maker. Left out, programs get them; a page for administrators that is
   * not of certain accounts or orders has none of them.
   * @example "without"
   */
  @IsMarketMakerChoice()
  market_maker?: MarketMakerChoice;
}

/** Filters of the order action list. Filters are combined with AND. */
export class ListOrderActionsQuery extends BidirectionalListQuery {
  /** Actions that placed or named this order, and the mass cancellation that canceled it. */
  @IsFilterId()
  order_id?: number;

  /** Those of this account. */
  @IsFilterId()
  acct_id?: number;

  /** Actions after this one. */
  @IsFilterId()
  since_id?: number;

  /**
   * Whether the list has the actions of the sandbox's market maker. Left out, programs get them; a page for administrators that is
   * not of certain accounts or orders has none of them.
   * @example "without"
   */
  @IsMarketMakerChoice()
  market_maker?: MarketMakerChoice;
}
