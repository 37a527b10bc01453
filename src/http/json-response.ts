import { addVary } from './vary.js';

type JsonReply = Readonly<{ getHeader: (name: string) => unknown; header: (name: string, value: string) => unknown }>;

/**
 * A response that is already JSON, because it is requested more often than it changes: as bytes, which are sent as they are. An endpoint is
 * described by the type of what it answers, so this has any type. Only for callers who get JSON.
 */
export function toJsonResponse(reply: JsonReply, json: Buffer): never {
  reply.header('vary', addVary(reply.getHeader('vary'), 'Accept'));
  reply.header('content-type', 'application/json; charset=utf-8');
  return json as never;
}
