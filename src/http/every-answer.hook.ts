import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from './security-headers.js';

/** The headers that no answer lacks: the request's id, the security headers, and "do not keep this" until a door says otherwise. */
export type EveryAnswer = (request: FastifyRequest, reply: FastifyReply) => void;

export function everyAnswer(https: boolean): EveryAnswer {
  const always = { ...securityHeaders(https), 'cache-control': 'private, no-store' };
  return (request, reply) => {
    reply.headers(always).header('x-request-id', request.id);
  };
}

/** Must be the first hook of all, so that nothing can answer without it. */
export function stampEveryAnswer(fastify: FastifyInstance, stamp: EveryAnswer): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    stamp(request, reply);
    done();
  });
}
