import { STATUS_CODES } from 'node:http';
import type { Problem } from '../errors/problem.js';
import { getSecurityHeaders } from './common-headers.hook.js';

/** A hand-written response for a connection without a readable request. Always closes the connection. */
export function formatRawResponse(problem: Problem, isHttps: boolean): string {
  const body = JSON.stringify(problem);
  const headers = {
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': problem.request_id,
    'cache-control': 'private, no-store',
    ...getSecurityHeaders(isHttps),
    connection: 'close',
    date: new Date().toUTCString(),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
