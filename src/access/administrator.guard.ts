import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requireAdministrator } from './actor.js';

/** Admits administrators who act for no customer. It runs after the access guard, which recognized the caller. */
@Injectable()
export class AdministratorGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!actor) throw new TypeError('@UseGuards(AdministratorGuard) on an endpoint that admits anonymous callers');
    requireAdministrator(actor);
    return true;
  }
}
