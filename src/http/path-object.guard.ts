import { type CanActivate, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { parseId } from './wire-values.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the guard of the route loaded; null for a malformed id, which the handler's pipe rejects. */
    pathObject?: object | null;
  }
}

/**
 * Admits callers who may see the object of the path. For all others it does not exist. A malformed id passes, because
 * the handler's pipe answers it with 400.
 */
export abstract class PathObjectGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: Record<string, string> }>>();
    if (!request.actor)
      throw new TypeError(`@UseGuards(${this.constructor.name}) on an endpoint that admits anonymous callers`);
    request.pathObject = await this.load(request.actor, request.params);
    return true;
  }

  /** Throws the error for an unknown object; null for a malformed id. */
  protected abstract load(actor: Actor, parameters: Readonly<Record<string, string>>): Promise<object | null>;
}

/** Loads the object with the number of the path (`:id`). */
export abstract class NumberedObjectGuard<Loaded extends object> extends PathObjectGuard {
  constructor(private readonly find: (actor: Actor, id: number) => Promise<Loaded>) {
    super();
  }

  protected async load(actor: Actor, parameters: Readonly<Record<string, string>>): Promise<Loaded | null> {
    const id = parseId(parameters['id']);
    return id === null ? null : this.find(actor, id);
  }
}

/** What the `PathObjectGuard` of the route loaded. Beside `@PathId()`, whose pipe rejects a malformed id before the handler runs. */
export const PathObject = createParamDecorator((_: never, context: ExecutionContext): object | null => {
  const { pathObject } = context.switchToHttp().getRequest<FastifyRequest>();
  if (pathObject === undefined) throw new TypeError('@PathObject() on an endpoint without a guard that loads it');
  return pathObject;
});
