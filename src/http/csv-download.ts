import type { IncomingMessage } from 'node:http';
import { respondsWithCsv } from './accept.js';

const CSV_PARAMETER = /([?&])_as=csv(?:&|$)/;

/**
 * A link of a page cannot say what it accepts; in its address it says that it wants the list as a file. Before the request is
 * routed it becomes what it means, like a form that means PUT: every rule that holds for `Accept: text/csv` holds for it as well.
 */
export function applyCsvParameter(request: Pick<IncomingMessage, 'method' | 'headers'>, path: string): string {
  if (request.method !== 'GET' || !CSV_PARAMETER.test(path)) return path;
  request.headers.accept = 'text/csv';
  return path.replace(CSV_PARAMETER, '$1').replace(/[?&]$/, '');
}

type DownloadRequest = Readonly<{ originalUrl: string }> & Parameters<typeof respondsWithCsv>[0];

/** Whether a browser downloads a list: it is the page in another format, and the session gives access to it. */
export const isCsvDownload = (request: DownloadRequest): boolean =>
  CSV_PARAMETER.test(request.originalUrl) && respondsWithCsv(request);

/** The address of a page's list as a file: the same question from its beginning to its end. A field in which nothing was typed asks nothing. */
export function toDownloadUrl(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://here');
  for (const name of ['cursor', 'per_page']) searchParams.delete(name);
  for (const [name, value] of [...searchParams]) if (value === '') searchParams.delete(name, value);
  searchParams.set('_as', 'csv');
  return `${pathname}?${searchParams}`;
}
