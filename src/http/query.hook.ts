import type { FastifyInstance, FastifyRequest } from 'fastify';
import { respondsWithPage } from './accept.js';
import { type ParsedForm, FormSyntaxError, parseForm } from './form.js';
import { InvalidRequestError } from './invalid-request-error.js';

/** An unreadable query. The router must not throw, so it passes this on, and the hook below rejects it. */
class UnreadableQuery {
  constructor(readonly error: FormSyntaxError) {}
}

/** Repeated names become arrays; the DTO decides which may repeat. */
export function parseQuery(text: string): Record<string, unknown> {
  try {
    return parseForm(text, 'arrays') satisfies ParsedForm;
  } catch (error) {
    if (error instanceof FormSyntaxError) return new UnreadableQuery(error) as unknown as Record<string, unknown>;
    throw error;
  }
}

export function rejectUnreadableQueries(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { query } = request;
    if (query instanceof UnreadableQuery)
      done(new InvalidRequestError([{ pointer: query.error.field, message: query.error.message }], 'query'));
    else {
      if (respondsWithPage(request)) request.query = applyPageDefaults(request);
      done();
    }
  });
}

function applyPageDefaults({ query, routeOptions }: FastifyRequest): unknown {
  const { allowEmptyQuery = false, htmlPageSize } = routeOptions.config;
  const filtered = allowEmptyQuery ? dropEmptyValues(query) : query;
  return htmlPageSize === undefined || Object.hasOwn(filtered as object, 'per_page')
    ? filtered
    : { ...(filtered as object), per_page: String(htmlPageSize) };
}

function dropEmptyValues(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));
}
