import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Client } from './client.entity.js';
import { ClientKeysService } from './client-keys.service.js';

/** An API key whose owner is the caller. */
export type OwnedKey = Client;

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's API key of the path, as `KeyOwnerGuard` loaded it. */
    ownKey?: OwnedKey;
  }
}

/**
 * Admits owners of the API key of the path (`:client_id`). For all others the key does not exist. Endpoints that change a key are not
 * guarded: their services lock the row in the same query, with the owner as its condition.
 */
@Injectable()
export class KeyOwnerGuard implements CanActivate {
  constructor(private readonly keys: ClientKeysService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: Record<string, string> }>>();
    const { actor } = request;
    if (!actor) throw new TypeError('@UseGuards(KeyOwnerGuard) on an endpoint that admits anonymous callers');
    const clientId = request.params['client_id'];
    if (clientId === undefined) throw new TypeError('@UseGuards(KeyOwnerGuard) on an endpoint without :client_id');
    request.ownKey = await this.keys.find(actor, clientId);
    return true;
  }
}

/** The API key that `KeyOwnerGuard` loaded. */
export const OwnKey = createParamDecorator((_: never, context: ExecutionContext): OwnedKey => {
  const { ownKey } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!ownKey) throw new TypeError('@OwnKey() on an endpoint without KeyOwnerGuard');
  return ownKey;
});
