import { idBehind, linkToNext, sliceOf } from '../http/paging.js';

type Asked = Readonly<Partial<Record<'since_id', number>> & Record<'per_page', number> & { cursor?: string }>;
type Ordered = Asked & Readonly<{ newest?: 'true' | 'false' }>;

/** Which part of a list: how many rows at most, behind which id and before which, and from which end. */
export type Span = Readonly<{ size: number; after: number; before: number; isNewestFirst: boolean }>;

export const NO_END = Number.MAX_SAFE_INTEGER;

/** One row more than the page has, behind the cursor. */
export function pageAfter({ per_page: size, cursor }: Asked): Readonly<{ size: number; after: number }> {
  return { size: size + 1, after: (cursor === undefined ? null : idBehind(cursor)) ?? 0 };
}

/**
 * The same of a list that has two ends. Programs follow a list from its oldest row on; people look at what has just happened, so a page for them begins with the newest
 * unless the question says where it begins.
 */
export function spanOf({ per_page: size, cursor, since_id: since = 0, newest }: Ordered, isPage: boolean): Span {
  const behind = cursor === undefined ? null : idBehind(cursor);
  const isNewestFirst = newest === undefined ? isPage && behind === null : newest === 'true';
  return {
    size: size + 1,
    after: isNewestFirst ? since : Math.max(since, behind ?? 0),
    before: isNewestFirst ? (behind ?? NO_END) : NO_END,
    isNewestFirst,
  };
}

/** Knows what was asked. */
type Reply = Readonly<{ request: Readonly<{ url: string }>; header: (name: string, value: string) => unknown }>;

/** Cuts the page out of what was found, and says where the next begins. */
export function pageOf<Row>(
  found: readonly Row[],
  { per_page: size }: Asked,
  {
    reply,
    idOf,
    isNewestFirst = false,
  }: Readonly<{ reply: Reply; idOf: (row: Row) => number; isNewestFirst?: boolean }>,
): readonly Row[] {
  const { rows, next } = sliceOf(
    found.map((row) => ({ id: idOf(row), row })),
    size,
  );
  if (next !== null)
    reply.header('link', linkToNext(isNewestFirst ? fromTheNewest(reply.request.url) : reply.request.url, next));
  return rows.map(({ row }) => row);
}

/** A cursor counts from one end, so the address says from which. */
function fromTheNewest(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.set('newest', 'true');
  return `${pathname}?${searchParams}`;
}
