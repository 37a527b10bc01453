import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requireAdministrator } from '../access/actor.js';
import { Config } from '../config/config.js';
import { allowsPosting, rejectPoster } from './statement-rights.service.js';

/** Admits administrators to the account that `AccountReadGuard` found before; in the sandbox also the account's owner. */
@Injectable()
export class StatementPostGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { actor, accountRight } = context.switchToHttp().getRequest<FastifyRequest>();
    // Without a right, the id of the path is malformed, and the handler's pipe answers it.
    if (actor && accountRight !== undefined && !allowsPosting(accountRight, this.config))
      rejectPoster(actor, this.config);
    return true;
  }
}

/** Admits administrators; in the sandbox everybody, because every user there has accounts of their own. */
@Injectable()
export class UploadGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!actor) throw new TypeError('@UseGuards(UploadGuard) on an endpoint that admits anonymous callers');
    if (this.config.mode !== 'sandbox') requireAdministrator(actor);
    return true;
  }
}
