import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { FastifyRequest } from 'fastify';
import { unknownName } from './did-you-mean.js';
import { InvalidRequest } from './invalid-request.js';

/** Which query parameters a handler reads: those a DTO checks itself (null), or these by name. */
type Known = ReadonlySet<string> | null;

/**
 * Refuses query parameters at a door that asks for none, and names them; a query DTO does the same for its own. It runs
 * after the access guard, so that whoever has to sign in is told that first.
 */
export class KnownParameters implements CanActivate {
  private readonly known = new WeakMap<object, Known>();

  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(query as object);
    if (names.length === 0) return true;
    const known = this.knownAt(context);
    const strangers = known === null ? [] : names.filter((name) => !known.has(name));
    if (strangers.length === 0) return true;
    throw new InvalidRequest(
      strangers.map((name) => ({ pointer: name, message: unknownName(name, [...(known ?? [])]) })),
    );
  }

  private knownAt(context: ExecutionContext): Known {
    const handler = context.getHandler();
    let known = this.known.get(handler);
    if (known === undefined) {
      known = parametersOf(context.getClass(), handler.name);
      this.known.set(handler, known);
    }
    return known;
  }
}

/** Nest keeps a handler's arguments under "<kind>:<index>"; the kind of @Query() is 4. */
const QUERY = '4:';

function parametersOf(controller: object, handler: string): Known {
  const kept = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { data?: unknown }
  >;
  const queries = Object.entries(kept).filter(([key]) => key.startsWith(QUERY));
  const names = queries.map(([, { data }]) => data);
  return names.some((name) => typeof name !== 'string') ? null : new Set(names as string[]);
}
