import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { parseId } from '../http/wire-values.js';
import { AccountAccessService } from './account-access.service.js';
import { UnknownAccountError } from './account-errors.js';
import type { AccountRight } from './account-rights.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's right on the account of the path, as `AccountReadGuard` found it. */
    accountRight?: AccountRight;
  }
}

/**
 * Admits callers who may view the account of the path (`:acct_id`). For all others the account does not exist. A malformed id passes,
 * because the handler's pipe answers it with 400.
 */
@Injectable()
export class AccountReadGuard implements CanActivate {
  constructor(private readonly access: AccountAccessService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: Record<string, string> }>>();
    const { actor } = request;
    if (!actor) throw new TypeError('@UseGuards(AccountReadGuard) on an endpoint that admits anonymous callers');
    const acctId = parseId(request.params['acct_id']);
    if (acctId === null) return true;
    const right = await this.access.findRight(actor, acctId);
    if (right === null) throw new UnknownAccountError();
    request.accountRight = right;
    return true;
  }
}
