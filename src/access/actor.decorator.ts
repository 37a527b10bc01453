import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.js';
import type { StreamLease } from './stream-lease.js';

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
    /** At doors of streams. */
    admission?: StreamLease;
    /** Credentials were looked at and found good; at a door for API keys alone there is no actor. */
    isRecognised?: boolean;
    keyId?: string;
  }
}

/** The caller, as the access guard recognized them. */
export const CurrentActor = createParamDecorator((_: never, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new TypeError('@CurrentActor() on a door that admits anonymous callers');
  return actor;
});

/** The API key that the access guard recognized, at a door that asks for one. */
export const CurrentKey = createParamDecorator((_: never, context: ExecutionContext): string => {
  const { keyId } = context.switchToHttp().getRequest<FastifyRequest>();
  if (keyId === undefined) throw new TypeError('@CurrentKey() on a door that does not ask for an API key');
  return keyId;
});

/** Who came in, and until when they may stay, at the door of a stream. */
export const CurrentStreamLease = createParamDecorator((_: never, context: ExecutionContext): StreamLease => {
  const { admission } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!admission) throw new TypeError('@CurrentAdmission() on a door that is not signed as a stream');
  return admission;
});
