import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Claim, IdempotentAnswers, KeptAnswer } from '../idempotency/idempotent-answers.service.js';
import type { FailureLog } from '../telemetry/failure-log.js';

/** What of the head belongs to the answer itself and not to the moment. */
const HEADERS = ['content-type', 'location', 'link', 'cache-control', 'vary'] as const;

/**
 * Keeps what leaves the house under a claimed `Idempotency-Key`, before it leaves. Only what has been done is kept: a request that
 * was refused has changed nothing, and the key is free again for a better one.
 */
export function keepAnswers(server: FastifyInstance, answers: IdempotentAnswers, failures: FailureLog): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const { idempotencyClaim: claim } = request;
    if (claim === undefined) {
      done(null, payload);
      return;
    }
    settled(answers, claim, answerOf(reply, payload))
      // A copy that comes later then waits until the claim has run out; the answer itself is good.
      .catch((error: unknown) => { failures.warn('an answer could not be kept under its idempotency key', error, { request_id: request.id }); })
      .finally(() => done(null, payload));
  });
}

/** What was kept leaves as it was. */
export function sendAgain(reply: FastifyReply, { status, headers, body }: KeptAnswer): void {
  reply.status(status).headers(headers).header('idempotent-replayed', 'true').send(body);
}

function settled(answers: IdempotentAnswers, claim: Claim, answer: KeptAnswer | null): Promise<void> {
  return answer === null ? answers.giveBack(claim) : answers.keep(claim, answer);
}

/** Null for what is not worth keeping. */
function answerOf(reply: FastifyReply, payload: unknown): KeptAnswer | null {
  const isDone = reply.statusCode >= 200 && reply.statusCode < 300;
  const body = payload ?? '';
  if (!isDone || typeof body !== 'string') return null;
  const headers = HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body };
}
