import { type PageQuery, toListRange } from '../../http/paging.js';
import type { OrderStatus } from '../../engine/order.js';
import type { Side } from '../../engine/side.js';
import type { TimeBounds } from '../../http/paging.dto.js';

type PartialFilter<Filter> = { readonly [Name in keyof Filter]?: Filter[Name] | undefined };

export type OrderFilter = PageRange & OrderConditions;

/** `account` is text that names accounts; rows of the owners in `leftOut` are not listed. */
type AccountConditions = PartialFilter<{ acctId: number; account: string; leftOut: ReadonlySet<number> }>;

/** Which orders a list has, on all of its pages. */
export type OrderConditions = PartialFilter<TimeBounds> &
  AccountConditions &
  PartialFilter<{
    statuses: readonly OrderStatus[];
    instrumentId: number;
    symbol: string;
    side: Side;
    clientOrderId: string;
    updatedSince: number;
    sessionDate: string;
    cancelledBy: number;
  }>;

export type FillFilter = PageRange &
  PartialFilter<TimeBounds> &
  AccountConditions &
  PartialFilter<{ instrumentId: number; symbol: string; orderId: number; sessionDate: string }>;

export type OrderActionFilter = PageRange &
  PartialFilter<TimeBounds> &
  PartialFilter<{ acctId: number; orderId: number; leftOut: ReadonlySet<number> }>;

/** A range of a list: the most rows, behind which id and before which, and from which end. */
export type PageRange = Readonly<{ size: number; after: number; before: number; isNewestFirst: boolean }>;

export const ID_MAX = Number.MAX_SAFE_INTEGER;

/**
 * The range of a list with two ends. Programs read from the oldest row; pages start with the newest, unless the query
 * says otherwise.
 */
export function toPageRange(
  query: PageQuery & Readonly<Partial<Record<'since_id', number>> & { newest?: 'true' | 'false' }>,
  isPage: boolean,
): PageRange {
  const { since_id: since = 0, newest } = query;
  const { size, after: cursorId } = toListRange(query);
  const isNewestFirst = newest === undefined ? isPage && cursorId === null : newest === 'true';
  return {
    size,
    after: isNewestFirst ? since : Math.max(since, cursorId ?? 0),
    before: isNewestFirst ? (cursorId ?? ID_MAX) : ID_MAX,
    isNewestFirst,
  };
}
