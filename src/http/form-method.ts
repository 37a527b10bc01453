import type { IncomingMessage } from 'node:http';
import { isForm } from './form.js';

const AT_THE_END = /[?&]_method=(PUT|PATCH|DELETE)$/;

/**
 * A form of a page can only be posted; at the end of its address it says what it means. Before the request is routed it becomes what it means, so that every rule that
 * holds for a PUT holds for it as well. Only forms are taken at their word: a program that means PUT can say so.
 */
export function meantBy(request: Pick<IncomingMessage, 'method' | 'headers'>, path: string): string {
  const meant = AT_THE_END.exec(path)?.[1];
  if (meant === undefined || request.method !== 'POST' || !isForm(request.headers['content-type'])) return path;
  request.method = meant;
  return path.replace(AT_THE_END, '');
}
