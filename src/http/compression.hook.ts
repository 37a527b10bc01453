import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, selectCoding, compressText } from './content-coding.js';
import { addVary } from './accept.js';

/** Below this size the headers cost more than compression saves. */
const LENGTH_MIN = 1_024;

type Callback = (error: Error | null, payload?: unknown) => void;

type CompressedBody = Readonly<{ text: string; body: Promise<Buffer> }>;

/**
 * Compresses only routes that are marked as safe: the compressed size reveals whether text of an attacker occurs in the
 * response, so responses with secrets are never compressed (decision 8). Pages of signed-in users are sent as they are.
 * The last compressed response per route is cached, because most are identical.
 */
export class Compression {
  private readonly cache = new Map<string, CompressedBody>();

  onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Callback): void {
    const { config, url = '' } = request.routeOptions;
    if (config.isCompressible !== true || reply.statusCode >= 400) {
      done(null, payload);
      return;
    }
    reply.header('vary', addVary(reply.getHeader('vary'), 'Accept-Encoding'));
    const coding = selectCoding(request.headers['accept-encoding']);
    if (
      coding === 'identity' ||
      typeof payload !== 'string' ||
      payload.length < LENGTH_MIN ||
      isPersonalized(request, reply)
    ) {
      done(null, payload);
      return;
    }
    reply.header('content-encoding', coding);
    const cacheKey = `${coding} ${url} ${String(reply.getHeader('content-type'))}`;
    getOrCompress(this.cache, cacheKey, payload, coding).then((body) => done(null, body), done);
  }
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
