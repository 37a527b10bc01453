import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getSecurityHeaders } from './security-headers.js';

/** The headers of every response: the request id, the security headers, and `no-store` unless an endpoint sets something else. */
export type HeaderSetter = (request: FastifyRequest, reply: FastifyReply) => void;

export function createHeaderSetter(isHttps: boolean): HeaderSetter {
  const commonHeaders = { ...getSecurityHeaders(isHttps), 'cache-control': 'private, no-store' };
  return (request, reply) => {
    reply.headers(commonHeaders).header('x-request-id', request.id);
  };
}

/** Must be the first hook, so that every response has the headers. */
export function registerCommonHeaders(fastify: FastifyInstance, setHeaders: HeaderSetter): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
}
