import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.js';
import type { StreamLease } from './stream-leases.service.js';

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
    /** Only for streams. */
    streamLease?: StreamLease;
    /** The credentials were verified; an endpoint for API keys has no actor. */
    isAuthenticated?: boolean;
    clientId?: string;
    /** The token that the bearer strategy verified. */
    accessToken?: string;
  }
}

/** The caller, as the access guard recognized them. */
export const CurrentActor = createParamDecorator((_: never, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new TypeError('@CurrentActor() on an endpoint that admits anonymous callers');
  return actor;
});

/** The API key that the access guard authenticated, for an endpoint that asks for one. */
export const CurrentClientId = createParamDecorator((_: never, context: ExecutionContext): string => {
  const { clientId } = context.switchToHttp().getRequest<FastifyRequest>();
  if (clientId === undefined) throw new TypeError('@CurrentClientId() on an endpoint that does not ask for an API key');
  return clientId;
});

/** The caller of a stream and the end of their access. */
export const CurrentStreamLease = createParamDecorator((_: never, context: ExecutionContext): StreamLease => {
  const { streamLease } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!streamLease) throw new TypeError('@CurrentStreamLease() on an endpoint that is not a stream');
  return streamLease;
});
