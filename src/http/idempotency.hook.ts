import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  IdempotencyClaim,
  IdempotentResponsesService,
  StoredResponse,
} from '../idempotency/idempotent-responses.service.js';

/** What of the head belongs to the answer itself and not to the moment. */
const STORED_HEADERS = ['content-type', 'location', 'link', 'cache-control', 'vary'] as const;

/**
 * Commits what a request under an `Idempotency-Key` has done together with its answer, before the answer leaves. Only what has been done
 * is kept: a request that was refused has changed nothing, and the key is free again for a better one. If the commit fails, so does the request.
 */
export function storeIdempotentResponses(
  server: FastifyInstance,
  idempotentResponses: IdempotentResponsesService,
): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const { idempotencyClaim: claim } = request;
    if (claim === undefined) {
      done(null, payload);
      return;
    }
    // If the answer cannot be kept, another one is sent instead, which is no longer the answer of this key.
    delete request.idempotencyClaim;
    settleClaim(idempotentResponses, claim, { request, reply, payload }).then(() => done(null, payload), done);
  });
}

/** What was kept leaves as it was. */
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

/** A browser is led on by 303 when it is done, and by 303 to the sign-in when it is not. */
const hasSucceeded = ({ errorCode }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  errorCode === undefined && statusCode >= 200 && statusCode < 400;

function toStoredResponse(reply: FastifyReply, body: string): StoredResponse {
  const headers = STORED_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body };
}
