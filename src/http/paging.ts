import { parseSort, type Sort, type SortedRange } from '../database/sorting.js';
import { parseId } from './wire-values.js';

/** Cursor paging: the id of the last row of a page is the start of the next, as an opaque cursor. */
export const PAGE_SIZE = 100;
export const PAGE_SIZE_MAX = 1000;

/** The position and the size of a page. */
export type PageQuery = Readonly<Record<'per_page', number> & { cursor?: string }>;

/** What to fetch for a page: one row more, which shows whether there is a next page, behind the id of the cursor. */
export function toListRange({ per_page: size, cursor }: PageQuery): Readonly<{ size: number; after: number | null }> {
  return { size: size + 1, after: cursor === undefined ? null : parseCursor(cursor) };
}

/**
 * The same for a list that may be sorted by a field. There a cursor counts the rows of the pages before, because the value of a
 * row may change. `end` is that number for the next page; null in the usual order.
 */
export function toSortedRange<Field extends string>(
  query: PageQuery & Readonly<{ sort?: Sort<Field> }>,
): Readonly<{ range: SortedRange<Field>; end: number | null }> {
  const { size, after } = toListRange(query);
  const sort = parseSort(query.sort);
  if (sort === null) return { range: { size, after, offset: 0, sort }, end: null };
  const offset = after ?? 0;
  return { range: { size, after: null, offset, sort }, end: offset + query.per_page };
}

type LinkReply = Readonly<{ request: Readonly<{ url: string }>; header: (name: string, value: string) => unknown }>;
type PageTarget<Row> = Readonly<{
  reply: LinkReply;
  getId: (row: Row) => number | CursorPair;
  isNewestFirst?: boolean;
}>;

/** Cuts the page out of the fetched rows, and links the next page. */
export function toPage<Row>(
  fetched: readonly Row[],
  { per_page: size }: PageQuery,
  { reply, getId, isNewestFirst = false }: PageTarget<Row>,
): readonly Row[] {
  const rows = fetched.slice(0, size);
  const last = rows.at(-1);
  const { url } = reply.request;
  if (last !== undefined && fetched.length > size)
    reply.header('link', formatNextLink(isNewestFirst ? addNewestParameter(url) : url, getId(last)));
  return rows;
}

/** A cursor counts from one end, so the URL names the end. */
function addNewestParameter(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.set('newest', 'true');
  return `${pathname}?${searchParams}`;
}

export const formatCursor = (id: number): string => Buffer.from(`after ${id}`).toString('base64url');

/** Null for an invalid cursor. */
export function parseCursor(cursor: string): number | null {
  const id = parseId(/^after (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]);
  return id !== null && formatCursor(id) === cursor ? id : null;
}

/** For rows that are sorted by two numbers. */
export type CursorPair = readonly [number, number];

const formatPairCursor = ([first, second]: CursorPair): string =>
  Buffer.from(`after ${first} ${second}`).toString('base64url');

export function parsePairCursor(cursor: string): CursorPair | null {
  const [, one, other] = /^after (\d+) (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const [first, second] = [parseId(one), parseId(other)];
  return first !== null && second !== null && formatPairCursor([first, second]) === cursor ? [first, second] : null;
}

/** The `Link` header of the next page (RFC 8288): the same query with its cursor. */
export function formatNextLink(url: string, next: number | CursorPair): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.set('cursor', typeof next === 'number' ? formatCursor(next) : formatPairCursor(next));
  return `<${pathname}?${searchParams}>; rel="next"`;
}

/** The URL with `rel="next"` in a `Link` header. */
export function parseNextLink(link: unknown): string | null {
  return (typeof link === 'string' && /<([^>]*)>;\s*rel="next"/.exec(link)?.[1]) || null;
}
