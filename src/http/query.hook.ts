import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getsPage } from './accept.js';
import { type Form, FormRefused, parseForm } from './form.js';
import { InvalidRequest } from './invalid-request.js';

/** A query that cannot be read. The router may not throw, so it hands this on and the hook below refuses it. */
class UnreadableQuery {
  constructor(readonly refusal: FormRefused) {}
}

/** Names that come more than once arrive as arrays; a DTO says which may. */
export function parseQuery(text: string): Record<string, unknown> {
  try {
    return parseForm(text, 'arrays') satisfies Form;
  } catch (error) {
    if (error instanceof FormRefused) return new UnreadableQuery(error) as unknown as Record<string, unknown>;
    throw error;
  }
}

export function refuseUnreadableQueries(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { query } = request;
    if (query instanceof UnreadableQuery)
      done(new InvalidRequest([{ pointer: query.refusal.field, message: query.refusal.message }], 'query'));
    else {
      if (getsPage(request)) request.query = askedForPage(request);
      done();
    }
  });
}

function askedForPage({ query, routeOptions }: FastifyRequest): unknown {
  const { isAskedByForm = false, rowsOnPage } = routeOptions.config;
  const asked = isAskedByForm ? answered(query) : query;
  return rowsOnPage === undefined || Object.hasOwn(asked as object, 'per_page')
    ? asked
    : { ...(asked as object), per_page: String(rowsOnPage) };
}

function answered(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));
}
