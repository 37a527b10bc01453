import { parseCursor, formatNextLink, toPageSlice } from '../../http/paging.js';
import type { OrderStatus } from '../../engine/order.js';
import type { Side } from '../../engine/side.js';
import type { TimeBounds } from '../../http/paging.dto.js';

type PartialFilter<Filter> = { readonly [Name in keyof Filter]?: Filter[Name] | undefined };

export type OrderFilter = PageRange &
  PartialFilter<TimeBounds> &
  PartialFilter<{
    statuses: readonly OrderStatus[];
    acctId: number;
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
  PartialFilter<{ acctId: number; instrumentId: number; symbol: string; orderId: number; sessionDate: string }>;

export type OrderActionFilter = PageRange &
  PartialFilter<TimeBounds> &
  PartialFilter<{ acctId: number; orderId: number }>;

type PageQuery = Readonly<Partial<Record<'since_id', number>> & Record<'per_page', number> & { cursor?: string }>;
type OrderedPageQuery = PageQuery & Readonly<{ newest?: 'true' | 'false' }>;

/** A range of a list: the most rows, behind which id and before which, and from which end. */
export type PageRange = Readonly<{ size: number; after: number; before: number; isNewestFirst: boolean }>;

export const ID_MAX = Number.MAX_SAFE_INTEGER;

/** One row more than the page, after the cursor. */
export function toForwardRange({ per_page: size, cursor }: PageQuery): Readonly<{ size: number; after: number }> {
  return { size: size + 1, after: (cursor === undefined ? null : parseCursor(cursor)) ?? 0 };
}

/**
 * The same for a list with two ends. Programs read from the oldest row; pages start with the newest, unless the query
 * says otherwise.
 */
export function toPageRange(
  { per_page: size, cursor, since_id: since = 0, newest }: OrderedPageQuery,
  isPage: boolean,
): PageRange {
  const cursorId = cursor === undefined ? null : parseCursor(cursor);
  const isNewestFirst = newest === undefined ? isPage && cursorId === null : newest === 'true';
  return {
    size: size + 1,
    after: isNewestFirst ? since : Math.max(since, cursorId ?? 0),
    before: isNewestFirst ? (cursorId ?? ID_MAX) : ID_MAX,
    isNewestFirst,
  };
}

/** Knows what was asked. */
type LinkReply = Readonly<{ request: Readonly<{ url: string }>; header: (name: string, value: string) => unknown }>;

/** Cuts the page and finds the cursor of the next. */
export function toPage<Row>(
  candidates: readonly Row[],
  { per_page: size }: PageQuery,
  {
    reply,
    getId,
    isNewestFirst = false,
  }: Readonly<{ reply: LinkReply; getId: (row: Row) => number; isNewestFirst?: boolean }>,
): readonly Row[] {
  const { rows, next } = toPageSlice(
    candidates.map((row) => ({ id: getId(row), row })),
    size,
  );
  if (next !== null)
    reply.header(
      'link',
      formatNextLink(isNewestFirst ? addNewestParameter(reply.request.url) : reply.request.url, next),
    );
  return rows.map(({ row }) => row);
}

/** A cursor counts from one end, so the URL names the end. */
function addNewestParameter(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.set('newest', 'true');
  return `${pathname}?${searchParams}`;
}
