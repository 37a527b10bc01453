import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.js';

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
    /** Credentials were looked at and found good; at a door for API keys alone there is no actor. */
    isRecognised?: boolean;
  }
}

/** The caller, as the access guard recognised them. */
export const CurrentActor = createParamDecorator((_: never, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new TypeError('@CurrentActor() on a door that admits anonymous callers');
  return actor;
});
