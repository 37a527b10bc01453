import { withVary } from './vary.js';

type Reply = Readonly<{ getHeader: (name: string) => unknown; header: (name: string, value: string) => unknown }>;

/**
 * An answer whose JSON is written already, because it is asked for more often than it changes. A door is described by the type of what
 * it answers, so this has any type; what leaves is the text. Only for callers who get JSON.
 */
export function written(reply: Reply, text: string): never {
  reply.header('vary', withVary(reply.getHeader('vary'), 'Accept'));
  reply.header('content-type', 'application/json; charset=utf-8');
  return text as never;
}
