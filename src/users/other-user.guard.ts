import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { parseId } from '../http/wire-values.js';
import { OwnAccountError } from './user-errors.js';

/**
 * Admits administrators to what they may do to every user except themselves; `message` says what they can do instead. A malformed id
 * (`:id`) passes, because the handler's pipe answers it with 400.
 */
export class OtherUserGuard implements CanActivate {
  constructor(private readonly message: string) {}

  canActivate(context: ExecutionContext): boolean {
    const { actor, params } = context.switchToHttp().getRequest<FastifyRequest<{ Params: Record<string, string> }>>();
    if (!actor) throw new TypeError('@UseGuards(OtherUserGuard) on an endpoint that admits anonymous callers');
    if (parseId(params['id']) === actor.userId) throw new OwnAccountError(this.message);
    return true;
  }
}
