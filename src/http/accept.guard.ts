import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { HEADERS_METADATA } from '@nestjs/common/constants.js';
import type { FastifyRequest } from 'fastify';
import { isAcceptable } from './accept.js';
import { NotAcceptableError } from './http-errors.js';

/**
 * Refuses a request whose `Accept` admits nothing that its endpoint has, before anything is done for it. It runs after the access guard, so that a missing
 * authorization is answered as everywhere. An endpoint whose type is fixed, by a standard or as a file, answers with that whatever is accepted.
 */
export class AcceptGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const { alwaysJson = false, anyAccept = false, csvColumns, streamExample } = routeOptions.config;
    if (alwaysJson || anyAccept) return true;
    const alternatives = { csv: csvColumns !== undefined, stream: streamExample !== undefined };
    if (isAcceptable(headers.accept, alternatives) || hasFixedType(context.getHandler())) return true;
    throw new NotAcceptableError(headers.accept ?? '', [
      'text/html',
      'application/json',
      ...(alternatives.csv ? ['text/csv'] : []),
      ...(alternatives.stream ? ['text/event-stream'] : []),
    ]);
  }
}

function hasFixedType(handler: object): boolean {
  const headers = (Reflect.getMetadata(HEADERS_METADATA, handler) ?? []) as readonly Readonly<{ name: string }>[];
  return headers.some(({ name }) => name.toLowerCase() === 'content-type');
}
