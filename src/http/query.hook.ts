import type { FastifyReply, FastifyRequest } from 'fastify';
import { BoundedMap } from '../access/bounded-map.js';
import { respondsWithPage } from './accept.js';
import { type ParsedForm, FormSyntaxError, parseForm } from './form.js';
import { InvalidRequestError } from './invalid-request-error.js';

/** An unreadable query. The router must not throw, so it passes this on, and the hook rejects it. */
class UnreadableQuery {
  constructor(readonly error: FormSyntaxError) {}
}

/** The number of kept queries, which bounds the cost of callers who never repeat one. */
const QUERIES_MAX = 1_000;
const TEXT_LENGTH_MAX = 4_096;

/** Shared by all routes, because the same text is the same query everywhere. */
const keptQueries = new BoundedMap<string, Record<string, unknown>>(QUERIES_MAX);
const texts = new WeakMap<object, string>();

/** What most requests have: it is made once, because an entry of a `WeakMap` for each costs every collection. */
const noQuery = freezeQuery<Record<string, unknown>>(parseForm('', 'arrays'));
texts.set(noQuery, '');

/** Repeated names become arrays; the DTO decides which may repeat. */
export function parseQuery(text: string): Record<string, unknown> {
  if (text === '') return noQuery;
  const kept = keptQueries.get(text);
  if (kept !== undefined) return kept;
  try {
    const query = parseForm(text, 'arrays') satisfies ParsedForm;
    texts.set(query, text);
    return query;
  } catch (error) {
    if (error instanceof FormSyntaxError) return new UnreadableQuery(error) as unknown as Record<string, unknown>;
    throw error;
  }
}

/**
 * Keeps a parsed query: later requests with the same text get this object, which is frozen. False for a query that
 * `parseQuery` did not return, or that is too long.
 */
export function keepQuery(query: unknown): boolean {
  const text = texts.get(query as object);
  if (text === undefined || text.length > TEXT_LENGTH_MAX) return false;
  keptQueries.set(text, freezeQuery(query as Record<string, unknown>));
  return true;
}

/** Equal queries share one object, so it is frozen. */
export function freezeQuery<Query extends object>(query: Query): Query {
  for (const value of Object.values(query)) if (typeof value === 'object' && value !== null) Object.freeze(value);
  return Object.freeze(query);
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
