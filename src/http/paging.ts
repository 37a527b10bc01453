import { parseId } from './wire-values.js';

/** Cursor paging: the id of the last row of a page is the start of the next, as an opaque cursor. */
export const PAGE_SIZE = 100;
export const PAGE_SIZE_MAX = 1000;

/** A page of a list. `next` is the id after which the next page starts; null on the last page. */
export type PageSlice<Row> = Readonly<{ rows: readonly Row[]; next: number | null }>;

/** Cuts a page out of rows with one extra row, which shows whether there is a next page. */
export function toPageSlice<Row extends Readonly<{ id: number }>>(
  fetched: readonly Row[],
  size: number,
): PageSlice<Row> {
  const rows = fetched.slice(0, size);
  return { rows, next: fetched.length > size ? (rows.at(-1)?.id ?? null) : null };
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
