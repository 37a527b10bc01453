import type { IncomingMessage } from 'node:http';
import { isFormContentType } from './form.js';

const METHOD_PARAMETER = /[?&]_method=(PUT|PATCH|DELETE)$/;

/**
 * A form of a page can only be posted; at the end of its address it says what it means. Before the request is routed it becomes what it means, so that every rule that
 * holds for a PUT holds for it as well. Only forms are taken at their word: a program that means PUT can say so.
 */
export function applyFormMethod(request: Pick<IncomingMessage, 'method' | 'headers'>, path: string): string {
  const method = METHOD_PARAMETER.exec(path)?.[1];
  if (method === undefined || request.method !== 'POST' || !isFormContentType(request.headers['content-type']))
    return path;
  request.method = method;
  return path.replace(METHOD_PARAMETER, '');
}
