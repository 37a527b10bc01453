import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest, FastifyReply } from 'fastify';
import { IdempotencyKeyReusedError, RequestInProgressError } from '../idempotency/idempotency-errors.js';
import {
  type IdempotencyClaim,
  IdempotentResponsesService,
  type StoredResponse,
} from '../idempotency/idempotent-responses.service.js';
import { InvalidRequestError } from './invalid-request-error.js';

type Callback = (error: Error | null, payload?: unknown) => void;

/** The headers that are part of a stored response. */
const STORED_HEADERS = ['content-type', 'location', 'link', 'cache-control', 'vary'] as const;

/**
 * Commits a request under an `Idempotency-Key` together with its response, before the response is sent. Only successful
 * responses are stored: a rejected request changed nothing, and its key is free. If the commit fails, so does the
 * request.
 */
@Injectable()
export class IdempotentResponseWriter {
  constructor(private readonly responses: IdempotentResponsesService) {}

  onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Callback): void {
    const { idempotencyClaim: claim } = request;
    if (claim === undefined) {
      done(null, payload);
      return;
    }
    // If the response cannot be stored, an error is sent instead, which does not belong to this key.
    delete request.idempotencyClaim;
    settleClaim(this.responses, claim, { request, reply, payload }).then(() => done(null, payload), done);
  }
}

/** Sends a stored response. */
export function replayResponse(reply: FastifyReply, { status, headers, body }: StoredResponse): void {
  reply.status(status).headers(headers).header('idempotent-replayed', 'true').send(body);
}

async function settleClaim(
  idempotentResponses: IdempotentResponsesService,
  claim: IdempotencyClaim,
  { request, reply, payload }: Readonly<{ request: FastifyRequest; reply: FastifyReply; payload: unknown }>,
): Promise<void> {
  if (!hasSucceeded(request, reply)) {
    await idempotentResponses.releaseUnanswered(claim, reply.statusCode >= 500);
    return;
  }
  const body = payload ?? '';
  if (typeof body !== 'string') {
    await idempotentResponses.releaseUnanswered(claim, true);
    throw new Error('the answer to a request under an Idempotency-Key is no text, and cannot be kept');
  }
  await idempotentResponses.storeResponse(claim, toStoredResponse(reply, body));
  if (claim.key.isReplayed) reply.header('idempotent-replayed', 'true');
}

/** A form gets a 303 after success, and a 303 to the sign-in without a session. */
const hasSucceeded = ({ errorCode }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  errorCode === undefined && statusCode >= 200 && statusCode < 400;

function toStoredResponse(reply: FastifyReply, body: string): StoredResponse {
  const headers = STORED_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body };
}

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
