import { idFrom } from './wire-values.js';

/** Lists are read in pages: the id of the last row of one page is where the next begins, and travels as an opaque cursor. */
export const PAGE_SIZE = 100;
export const PAGE_SIZE_MAX = 1000;

/** One page of a list, and whether there is another. `next` is the id to begin after. */
export type Slice<Row> = Readonly<{ rows: readonly Row[]; next: number | null }>;

/** Cuts a page out of one row too many, which is how a list knows that it goes on. */
export function sliceOf<Row extends Readonly<{ id: number }>>(found: readonly Row[], size: number): Slice<Row> {
  const rows = found.slice(0, size);
  return { rows, next: found.length > size ? (rows.at(-1)?.id ?? null) : null };
}

export const cursorAfter = (id: number): string => Buffer.from(`after ${id}`).toString('base64url');

/** Null for what is no cursor of ours. */
export function idBehind(cursor: string): number | null {
  const id = idFrom(/^after (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]);
  return id !== null && cursorAfter(id) === cursor ? id : null;
}

/** Rows that have two numbers and not one are read on behind both. */
export type Pair = readonly [number, number];

const cursorAfterPair = ([first, second]: Pair): string =>
  Buffer.from(`after ${first} ${second}`).toString('base64url');

export function pairBehind(cursor: string): Pair | null {
  const [, one, other] = /^after (\d+) (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const [first, second] = [idFrom(one), idFrom(other)];
  return first !== null && second !== null && cursorAfterPair([first, second]) === cursor ? [first, second] : null;
}

/** The `Link` header that leads to the next page (RFC 8288): the same question, further on. */
export function linkToNext(url: string, next: number | Pair): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.set('cursor', typeof next === 'number' ? cursorAfter(next) : cursorAfterPair(next));
  return `<${pathname}?${searchParams}>; rel="next"`;
}

/** The address behind `rel="next"` in a `Link` header. */
export function nextIn(link: unknown): string | null {
  return (typeof link === 'string' && /<([^>]*)>;\s*rel="next"/.exec(link)?.[1]) || null;
}
