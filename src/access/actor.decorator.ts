import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.js';
import type { StreamLease } from './stream-lease.js';

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
    /** At doors of streams. */
    streamLease?: StreamLease;
    /** Credentials were looked at and found good; at a door for API keys alone there is no actor. */
    isAuthenticated?: boolean;
    clientId?: string;
  }
}

/** The caller, as the access guard recognized them. */
export const CurrentActor = createParamDecorator((_: never, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new TypeError('@CurrentActor() on a door that admits anonymous callers');
  return actor;
});

/** The API key that the access guard recognized, at a door that asks for one. */
export const CurrentClientId = createParamDecorator((_: never, context: ExecutionContext): string => {
  const { clientId } = context.switchToHttp().getRequest<FastifyRequest>();
  if (clientId === undefined) throw new TypeError('@CurrentClientId() on a door that does not ask for an API key');
  return clientId;
});

/** Who came in, and until when they may stay, at the door of a stream. */
export const CurrentStreamLease = createParamDecorator((_: never, context: ExecutionContext): StreamLease => {
  const { streamLease } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!streamLease) throw new TypeError('@CurrentStreamLease() on a door that is not signed as a stream');
  return streamLease;
});
