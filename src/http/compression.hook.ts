import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, codingFor, encoded } from './content-coding.js';
import { withVary } from './vary.js';

/** Below this the headers cost more than is saved. */
const WORTHWHILE = 1_024;

type Compressed = Readonly<{ text: string; body: Promise<Buffer> }>;

/**
 * Compresses where a door's sign says that it is safe, and nowhere else: how far an answer shrinks tells an onlooker whether what
 * they made the caller send occurs in it, so an answer that holds a secret is never compressed (decision 8). That is why a page
 * for somebody who is signed in is sent as it is. What has been compressed last is kept for each door, because most of these
 * answers are the same every time.
 */
export function compressWhereSafe(fastify: FastifyInstance): void {
  const kept = new Map<string, Compressed>();
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.isCompressible !== true || reply.statusCode >= 400) return payload;
    reply.header('vary', withVary(reply.getHeader('vary'), 'Accept-Encoding'));
    const coding = codingFor(request.headers['accept-encoding']);
    if (
      coding === 'identity' ||
      typeof payload !== 'string' ||
      payload.length < WORTHWHILE ||
      isPersonal(request, reply)
    )
      return payload;
    reply.header('content-encoding', coding);
    return keptOr(
      kept,
      `${coding} ${request.routeOptions.url ?? ''} ${String(reply.getHeader('content-type'))}`,
      payload,
      coding,
    );
  });
}

function isPersonal({ visitor, isRecognised }: FastifyRequest, reply: FastifyReply): boolean {
  return (visitor ?? null) !== null || isRecognised === true || reply.hasHeader('set-cookie');
}

function keptOr(
  kept: Map<string, Compressed>,
  door: string,
  text: string,
  coding: Exclude<Coding, 'identity'>,
): Promise<Buffer> {
  const last = kept.get(door);
  if (last?.text === text) return last.body;
  const body = encoded(text, coding);
  kept.set(door, { text, body });
  return body;
}
