import { addVary } from './vary.js';

type JsonReply = Readonly<{ getHeader: (name: string) => unknown; header: (name: string, value: string) => unknown }>;

/**
 * A response that is JSON already, because it is requested more often than it changes: bytes that are sent as they are.
 * The route is described by the type of its content, so this has any type. Only for JSON responses.
 */
export function toJsonResponse(reply: JsonReply, json: Buffer): never {
  reply.header('vary', addVary(reply.getHeader('vary'), 'Accept'));
  reply.header('content-type', 'application/json; charset=utf-8');
  return json as never;
}
