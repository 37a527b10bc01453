import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from './accept.js';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip' | 'identity';

/** The order of preference between codings of equal weight. */
const codings: readonly Coding[] = ['br', 'gzip', 'identity'];

/**
 * The best accepted coding (RFC 9110 §12.5.3). A coding that is not named has the weight of `*`; without one only
 * `identity` is accepted, after everything that is named. If nothing is accepted the result is `identity`: there is no
 * 406.
 */
export function selectCoding(accepted = ''): Coding {
  const weights = new Map(accepted.toLowerCase().split(',').map(parseCodingWeight));
  const fallback = weights.get('*') ?? 0;
  const getWeight = (coding: Coding): number =>
    weights.get(coding) ?? (coding === 'identity' && !weights.has('*') ? IMPLICIT_WEIGHT : fallback);
  const preferred = codings.reduce((best, coding) => (getWeight(coding) > getWeight(best) ? coding : best));
  return getWeight(preferred) > 0 ? preferred : 'identity';
}

/** Below every valid weight, which has three decimals. */
const IMPLICIT_WEIGHT = 0.0001;

function parseCodingWeight(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const q = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const weight = q === undefined ? 1 : Number(q.slice(q.indexOf('=') + 1));
  return [name, weight >= 0 && weight <= 1 ? weight : 0];
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** In a worker thread, with nearly the best compression in a tenth of the time. */
async function compressText(text: string, coding: Exclude<Coding, 'identity'>): Promise<Buffer> {
  return coding === 'gzip'
    ? deflate(text, { level: 6 })
    : brotli(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
      });
}

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
