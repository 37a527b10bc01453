import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, selectCoding, compressText } from './content-coding.js';
import { addVary } from './vary.js';

/** Below this the headers cost more than is saved. */
const LENGTH_MIN = 1_024;

type CompressedBody = Readonly<{ text: string; body: Promise<Buffer> }>;

/**
 * Compresses where an endpoint is marked as safe, and nowhere else: how far a response shrinks tells an onlooker whether what
 * they made the caller send occurs in it, so an answer that holds a secret is never compressed (decision 8). That is why a page
 * for a signed-in user is sent as it is. The last compressed response is kept for each endpoint, because most of these
 * answers are the same every time.
 */
export function registerCompression(fastify: FastifyInstance): void {
  const cache = new Map<string, CompressedBody>();
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.isCompressible !== true || reply.statusCode >= 400) return payload;
    reply.header('vary', addVary(reply.getHeader('vary'), 'Accept-Encoding'));
    const coding = selectCoding(request.headers['accept-encoding']);
    if (
      coding === 'identity' ||
      typeof payload !== 'string' ||
      payload.length < LENGTH_MIN ||
      isPersonalized(request, reply)
    )
      return payload;
    reply.header('content-encoding', coding);
    return getOrCompress(
      cache,
      `${coding} ${request.routeOptions.url ?? ''} ${String(reply.getHeader('content-type'))}`,
      payload,
      coding,
    );
  });
}

function isPersonalized({ signedInUser, isAuthenticated }: FastifyRequest, reply: FastifyReply): boolean {
  return (signedInUser ?? null) !== null || isAuthenticated === true || reply.hasHeader('set-cookie');
}

function getOrCompress(
  cache: Map<string, CompressedBody>,
  cacheKey: string,
  text: string,
  coding: Exclude<Coding, 'identity'>,
): Promise<Buffer> {
  const last = cache.get(cacheKey);
  if (last?.text === text) return last.body;
  const body = compressText(text, coding);
  cache.set(cacheKey, { text, body });
  return body;
}
