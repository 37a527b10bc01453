import { idBehind, linkToNext, sliceOf } from '../http/paging.js';

type Asked = Readonly<Partial<Record<'since_id', number>> & Record<'per_page', number> & { cursor?: string }>;

/** One row more than the page has, behind the cursor or behind what the caller has seen already. */
export function pageAfter({ per_page: size, cursor, since_id: since = 0 }: Asked): Readonly<{ size: number; after: number }> {
  return { size: size + 1, after: Math.max(since, (cursor === undefined ? null : idBehind(cursor)) ?? 0) };
}

/** Knows what was asked. */
type Reply = Readonly<{ request: Readonly<{ url: string }>; header: (name: string, value: string) => unknown }>;

/** Cuts the page out of what was found, and says where the next begins. */
export function pageOf<Row>(found: readonly Row[], { per_page: size }: Asked, { reply, idOf }: Readonly<{ reply: Reply; idOf: (row: Row) => number }>): readonly Row[] {
  const { rows, next } = sliceOf(found.map((row) => ({ id: idOf(row), row })), size);
  if (next !== null) reply.header('link', linkToNext(reply.request.url, next));
  return rows.map(({ row }) => row);
}
