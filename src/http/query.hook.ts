import type { FastifyReply, FastifyRequest } from 'fastify';
import { respondsWithPage } from './accept.js';
import { type ParsedForm, FormSyntaxError, parseForm } from './form.js';
import { InvalidRequestError } from './invalid-request-error.js';

/** An unreadable query. The router must not throw, so it passes this on, and the hook rejects it. */
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

/** Rejects an unreadable query, and fills in what the page of a list asks for by default. */
export class QueryDefaults {
  onRequest(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
    const { query } = request;
    if (query instanceof UnreadableQuery)
      done(new InvalidRequestError([{ pointer: query.error.field, message: query.error.message }], 'query'));
    else {
      if (respondsWithPage(request)) request.query = applyPageDefaults(request);
      done();
    }
  }
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
