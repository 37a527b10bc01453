import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { IdempotencyKeyReused, RequestUnderWay } from '../idempotency/idempotency-errors.js';
import type { Claim, IdempotentAnswers, KeptAnswer } from '../idempotency/idempotent-answers.service.js';
import { InvalidRequest } from './invalid-request.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer to this request has to be kept under. */
    idempotencyClaim?: Claim;
  }
}

/** Thrown by the guard: the request ends here, with what it was answered the first time. */
export class AnsweredBefore extends Error {
  constructor(readonly answer: KeptAnswer) {
    super('answered before');
  }
}

/**
 * Claims the `Idempotency-Key` of a POST for the caller who sent it, and begins the transaction in which the request is carried out and
 * its answer is kept. A copy is answered like the first time, or told to wait. It stands behind the access guard: keys belong to a user and a client, and nobody is told what another was answered. A guard and
 * no interceptor, because an interceptor would cost every request; and forms of browsers, which cannot send the header, pass.
 */
export class Idempotency implements CanActivate {
  constructor(private readonly answers: IdempotentAnswers) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || request.method !== 'POST' || request.routeOptions.config.knowsCopies === true) return true;
    if (request.isRecognised !== true || request.headers.authorization === undefined) return true;
    if (typeof key !== 'string' || !/^[!-~]{1,255}$/.test(key))
      throw new InvalidRequest([
        { pointer: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 255 visible ASCII characters' },
      ]);
    return this.claim(request, { caller: callerOf(request), key });
  }

  private async claim(request: FastifyRequest, from: Readonly<{ caller: string; key: string }>): Promise<true> {
    const { method, url, body } = request;
    const isSafeToRepeat = request.routeOptions.config.isSafeToRepeat === true;
    const found = await this.answers.claim({ ...from, method, url, body, isSafeToRepeat });
    if (found === 'under way') throw new RequestUnderWay();
    if (found === 'another request') throw new IdempotencyKeyReused();
    if ('answer' in found) throw new AnsweredBefore(found.answer);
    request.idempotencyClaim = found.claim;
    return true;
  }
}

const callerOf = ({ actor, keyId }: FastifyRequest): string =>
  JSON.stringify(actor ? [actor.actingUserId, actor.userId, actor.clientId] : [keyId]);
