import type { IncomingMessage } from 'node:http';
import { respondsWithCsv } from './accept.js';

const CSV_PARAMETER = /([?&])_as=csv(?:&|$)/;

/**
 * A link cannot send `Accept`; its URL names the format instead. Before routing, such a request gets the `Accept`
 * header it means, so every rule for `Accept: text/csv` applies to it as well.
 */
export function applyCsvParameter(request: Pick<IncomingMessage, 'method' | 'headers'>, path: string): string {
  if (request.method !== 'GET' || !CSV_PARAMETER.test(path)) return path;
  request.headers.accept = 'text/csv';
  return path.replace(CSV_PARAMETER, '$1').replace(/[?&]$/, '');
}

type DownloadRequest = Readonly<{ originalUrl: string }> & Parameters<typeof respondsWithCsv>[0];

/** Whether a browser downloads a list: it is the page in another format, and the session permits it. */
export const isCsvDownload = (request: DownloadRequest): boolean =>
  CSV_PARAMETER.test(request.originalUrl) && respondsWithCsv(request);
