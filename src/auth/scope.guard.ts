import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { getCredential } from '../access/access.decorator.js';
import { InsufficientScopeError } from './auth-errors.js';
import { findRouteScope } from './route-scopes.js';

/**
 * Refuses a token at an endpoint that none of its scopes opens. It runs after the access guard and the rate limit, so that a refusal is
 * counted as any other request, and before anything of the request is judged.
 */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { actor, method, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    if (actor?.limitedTo === undefined || this.isAnonymousRoute(context)) return true;
    const requiredScope = findRouteScope(method, routeOptions.url ?? '');
    if (requiredScope === null || requiredScope === 'none') throw new InsufficientScopeError(null);
    if (!actor.limitedTo.includes(requiredScope)) throw new InsufficientScopeError(requiredScope);
    return true;
  }

  /** Where nobody needs a token, one that came along opens no less. */
  private isAnonymousRoute(context: ExecutionContext): boolean {
    return getCredential(context.getClass(), context.getHandler()) === 'none';
  }
}
