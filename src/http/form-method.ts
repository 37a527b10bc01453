import type { IncomingMessage } from 'node:http';
import { isFormContentType } from './form.js';

const METHOD_PARAMETER = /[?&]_method=(PUT|PATCH|DELETE)$/;

/**
 * HTML forms can only POST; `?_method` in the URL names another method. Before routing the request gets that method, so
 * that every rule for a PUT applies. Only forms may use it.
 */
export function applyFormMethod(request: Pick<IncomingMessage, 'method' | 'headers'>, path: string): string {
  const method = METHOD_PARAMETER.exec(path)?.[1];
  if (method === undefined || request.method !== 'POST' || !isFormContentType(request.headers['content-type']))
    return path;
  request.method = method;
  return path.replace(METHOD_PARAMETER, '');
}
