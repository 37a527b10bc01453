import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { FastifyRequest } from 'fastify';
import { formatUnknownName } from '../errors/field-names.js';
import { InvalidRequestError } from './invalid-request-error.js';

/** The query parameters of a handler: null if a DTO checks them, or these names. */
type KnownNames = ReadonlySet<string> | null;

/**
 * Rejects query parameters at a route without any, and names them; a query DTO does the same for its own. Runs after
 * the access guard, so that missing authorization is reported first.
 */
@Injectable()
export class KnownParametersGuard implements CanActivate {
  private readonly known = new WeakMap<object, KnownNames>();

  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(query as object);
    if (names.length === 0) return true;
    const known = this.getKnownNames(context);
    const unknownNames = known === null ? [] : names.filter((name) => !known.has(name));
    if (unknownNames.length === 0) return true;
    throw new InvalidRequestError(
      unknownNames.map((name) => ({ pointer: name, message: formatUnknownName(name, [...(known ?? [])]) })),
    );
  }

  private getKnownNames(context: ExecutionContext): KnownNames {
    const handler = context.getHandler();
    let known = this.known.get(handler);
    if (known === undefined) {
      known = listParameters(context.getClass(), handler.name);
      this.known.set(handler, known);
    }
    return known;
  }
}

/** Nest stores a handler's arguments under "<kind>:<index>"; the kind of @Query() is 4. */
const QUERY = '4:';

function listParameters(controller: object, handler: string): KnownNames {
  const routeArguments = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { data?: unknown }
  >;
  const queries = Object.entries(routeArguments).filter(([key]) => key.startsWith(QUERY));
  const names = queries.map(([, { data }]) => data);
  return names.some((name) => typeof name !== 'string') ? null : new Set(names as string[]);
}
