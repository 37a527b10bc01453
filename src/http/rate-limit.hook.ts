import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Buckets, type Draw } from './bucket.js';
import { TooManyRequests } from './http-errors.js';

/** A limit that applies to a request: its name in the headers, its buckets, and whose bucket it is; null where it does not apply. */
export type Limit = Readonly<{ name: string; buckets: Buckets; keyOf: (request: FastifyRequest) => string | null }>;

/** Tells the caller of the limit in the headers of draft-ietf-httpapi-ratelimit-headers-11, and refuses with 429 beyond it. */
export function limitRate(fastify: FastifyInstance, { name, buckets, keyOf }: Limit): void {
  const { capacity, perSecond } = buckets.quota;
  const policy = `"${name}";q=${capacity};w=${Math.ceil(capacity / perSecond)}`;
  fastify.addHook('onRequest', (request, reply, done) => {
    const key = keyOf(request);
    if (key === null) {
      done();
      return;
    }
    const draw: Draw = buckets.take(key, performance.now());
    reply.header('ratelimit-policy', policy).header('ratelimit', `"${name}";r=${draw.remaining};t=${draw.fullInSeconds}`);
    if (draw.allowed) done();
    else done(new TooManyRequests(draw.retryAfterSeconds));
  });
}

/** Whoever brings no credentials is counted by address; this machine is not, nor are those who only ask whether we live. */
export function anonymousAddress({ headers, ip, url }: FastifyRequest): string | null {
  if (headers.authorization !== undefined || /^(?:127\.|::1$|::ffff:127\.)/.test(ip) || url.startsWith('/health/')) return null;
  return networkOf(ip);
}

/** An IPv6 caller owns a whole /64 and could take a new address for each request. */
function networkOf(ip: string): string {
  return ip.includes(':') && !ip.includes('.') ? ip.split(':', 4).join(':') : ip;
}
