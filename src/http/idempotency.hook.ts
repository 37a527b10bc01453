import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type IdempotencyClaim,
  IdempotentResponsesService,
  type StoredResponse,
} from '../idempotency/idempotent-responses.service.js';

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
