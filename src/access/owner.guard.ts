import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requireOwner } from './actor.js';

/** Admits users who act for themselves, and no administrator who acts for them. It runs after the access guard. */
@Injectable()
export class OwnerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!actor) throw new TypeError('@UseGuards(OwnerGuard) on an endpoint that admits anonymous callers');
    requireOwner(actor);
    return true;
  }
}
