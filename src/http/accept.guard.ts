import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { HEADERS_METADATA } from '@nestjs/common/constants.js';
import type { FastifyRequest } from 'fastify';
import { isAcceptable } from './accept.js';
import { NotAcceptableError } from './http-errors.js';

/**
 * Rejects a request whose `Accept` admits nothing that its route has, before anything is executed. Runs after the
 * access guard, so that missing authorization is reported first. A route with a fixed type responds with it whatever is
 * accepted.
 */
@Injectable()
export class AcceptGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const { alwaysJson = false, anyAccept = false, csvColumns, streamExample, markdown } = routeOptions.config;
    if (alwaysJson || anyAccept) return true;
    const alternatives = {
      csv: csvColumns !== undefined,
      markdown: markdown !== undefined,
      stream: streamExample !== undefined,
    };
    if (isAcceptable(headers.accept, alternatives) || hasFixedType(context.getHandler())) return true;
    throw new NotAcceptableError(headers.accept ?? '', [
      'text/html',
      'application/json',
      ...alternativeTypes.flatMap(([format, type]) => (alternatives[format] ? [type] : [])),
    ]);
  }
}

const alternativeTypes = [
  ['csv', 'text/csv'],
  ['markdown', 'text/markdown'],
  ['stream', 'text/event-stream'],
] as const;

function hasFixedType(handler: object): boolean {
  const headers = (Reflect.getMetadata(HEADERS_METADATA, handler) ?? []) as readonly Readonly<{ name: string }>[];
  return headers.some(({ name }) => name.toLowerCase() === 'content-type');
}
