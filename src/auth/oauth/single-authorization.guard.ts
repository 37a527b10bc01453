import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RepeatedAuthorizationError } from '../auth-errors.js';
import { isAuthorizationRepeated } from '../authorization-header.js';

/** Rejects two Authorization headers at the endpoints that authenticate the client themselves. */
@Injectable()
export class SingleAuthorizationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (isAuthorizationRepeated(context.switchToHttp().getRequest<FastifyRequest>()))
      throw new RepeatedAuthorizationError();
    return true;
  }
}
