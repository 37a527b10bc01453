import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { IdempotencyKeyReusedError, RequestInProgressError } from '../idempotency/idempotency-errors.js';
import {
  type IdempotencyClaim,
  IdempotentResponsesService,
  type StoredResponse,
} from '../idempotency/idempotent-responses.service.js';
import { InvalidRequestError } from './invalid-request-error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The claim under which the response is stored. */
    idempotencyClaim?: IdempotencyClaim;
  }
}

/** Thrown by the guard: the response is the stored one. */
export class ReplayedResponseError extends Error {
  constructor(readonly response: StoredResponse) {
    super('answered before');
  }
}

/**
 * Claims the `Idempotency-Key` of a POST for its caller, and begins the transaction that executes the request and
 * stores its response. A copy gets the stored response, or 409. Runs after the access guard: keys belong to a user and
 * a client, and no response reaches another caller. A guard and not an interceptor, which would cost every request;
 * forms cannot send the header and pass.
 */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  constructor(private readonly idempotentResponses: IdempotentResponsesService) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || request.method !== 'POST' || request.routeOptions.config.ownIdempotency === true)
      return true;
    if (request.isAuthenticated !== true || request.headers.authorization === undefined) return true;
    if (typeof key !== 'string' || !/^[!-~]{1,255}$/.test(key))
      throw new InvalidRequestError([
        { pointer: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 255 visible ASCII characters' },
      ]);
    return this.claim(request, { caller: toCallerKey(request), key });
  }

  private async claim(request: FastifyRequest, identity: Readonly<{ caller: string; key: string }>): Promise<true> {
    const { method, url, body } = request;
    const isSafeToRepeat = request.routeOptions.config.isSafeToRepeat === true;
    const result = await this.idempotentResponses.claim({ ...identity, method, url, body, isSafeToRepeat });
    if (result === 'under way') throw new RequestInProgressError();
    if (result === 'another request') throw new IdempotencyKeyReusedError();
    if ('answer' in result) throw new ReplayedResponseError(result.answer);
    request.idempotencyClaim = result.claim;
    return true;
  }
}

const toCallerKey = ({ actor, clientId }: FastifyRequest): string =>
  JSON.stringify(actor ? [actor.actingUserId, actor.userId, actor.clientId] : [clientId]);
