import type { IncomingMessage } from 'node:http';
import { getsCsv } from './accept.js';

/** So many rows a file has at most that somebody takes along from a page; what is beyond it, programs read by `Link`. */
export const FILE_ROWS_MAX = 20_000;

const AS_CSV = /([?&])_as=csv(?:&|$)/;

/**
 * A link of a page cannot say what it accepts; in its address it says that it wants the list as a file. Before the request is
 * routed it becomes what it means, like a form that means PUT: every rule that holds for `Accept: text/csv` holds for it as well.
 */
export function withoutDownload(request: Pick<IncomingMessage, 'method' | 'headers'>, path: string): string {
  if (request.method !== 'GET' || !AS_CSV.test(path)) return path;
  request.headers.accept = 'text/csv';
  return path.replace(AS_CSV, '$1').replace(/[?&]$/, '');
}

type Asked = Readonly<{ originalUrl: string }> & Parameters<typeof getsCsv>[0];

/** Whether somebody with a browser takes a list along: to them it is a page in another dress, and their session opens it. */
export const isDownload = (request: Asked): boolean => AS_CSV.test(request.originalUrl) && getsCsv(request);

/** Where a page's list is to be had as a file: the same question from its beginning, in parts as large as an answer may be. A field in which nothing was typed asks nothing. */
export function downloadOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://here');
  searchParams.delete('cursor');
  for (const [name, value] of [...searchParams]) if (value === '') searchParams.delete(name, value);
  searchParams.set('per_page', '1000');
  return `${pathname}?${searchParams}&_as=csv`;
}
