import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { KeyCallsService } from '../clients/calls/key-calls.service.js';
import type { CallOf } from '../clients/calls/waiting-calls.js';
import { parseBasicCredentials, parseBearerToken } from './authorization-header.js';
import { isToken, hashToken } from './tokens/token.js';
import { TokensService } from './tokens/tokens.service.js';

/** Routes with client credentials in the body, and the statuses that prove them. */
const OAUTH_ROUTES = /^\/oauth\/(?:token|revoke|introspect)$/;
/** Elsewhere a public key is only named: a grant proves it. */
const TOKEN_ROUTE = '/oauth/token';
const CLIENT_ID_LENGTH_MAX = 255;
const AUTHENTICATED_CLIENT_ERRORS: ReadonlySet<string> = new Set([
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);

/** Records every response to a key for its owner, including rejections. A browser's session uses no key. */
@Injectable()
export class ClientRequests {
  constructor(
    private readonly calls: KeyCallsService,
    tokens: TokensService,
  ) {
    calls.tokenOwners.register((digests) => tokens.findClientIds(digests));
  }

  onEnd(request: FastifyRequest, reply: FastifyReply): void {
    const { actor } = request;
    const caller =
      actor === undefined
        ? identifyCaller(request, reply)
        : actor.clientId !== null && { clientId: actor.clientId, isProven: true };
    if (caller === false || caller === null) return;
    const { url, method } = request;
    this.calls.record(
      {
        at: Date.now(),
        requestId: request.id,
        method,
        route: request.is404 ? null : (request.routeOptions.url ?? null),
        url,
        status: reply.statusCode,
        milliseconds: reply.elapsedTime,
        code: request.errorCode ?? null,
      },
      caller,
    );
  }
}

/** Without an authenticated user, the caller is the key that the credentials name, valid or not. */
function identifyCaller(request: FastifyRequest, reply: FastifyReply): CallOf | null {
  if (request.clientId !== undefined) return { clientId: request.clientId, isProven: true };
  const token = parseBearerToken(request.headers.authorization ?? '');
  if (token !== null) return isToken('access', token) ? { tokenDigest: hashToken(token) } : null;
  return identifyNamedClient(request, reply);
}

/** A client id is no secret, so requests that only name it, or have a wrong secret, are kept apart. */
function identifyNamedClient(request: FastifyRequest, { statusCode }: FastifyReply): CallOf | null {
  const route = request.routeOptions.url ?? '';
  const { clientId, secret } = readPresentedClient(request, route);
  if (typeof clientId !== 'string' || clientId.length > CLIENT_ID_LENGTH_MAX || clientId.includes('\0')) return null;
  if (!OAUTH_ROUTES.test(route)) return { clientId, isProven: false };
  if (statusCode < 300) return { clientId, isProven: secret !== undefined || route === TOKEN_ROUTE };
  return { clientId, isProven: secret !== undefined && AUTHENTICATED_CLIENT_ERRORS.has(request.errorCode ?? '') };
}

/** The credentials of the header, or of the form where one is read. */
function readPresentedClient(
  { headers, body }: FastifyRequest,
  route: string,
): Readonly<{ clientId?: unknown; secret?: unknown }> {
  const [credentials] = parseBasicCredentials(headers.authorization ?? '') ?? [];
  if (credentials !== undefined) return credentials;
  if (!OAUTH_ROUTES.test(route) || typeof body !== 'object') return {};
  const form = body as Readonly<Record<string, unknown>> | null;
  return { clientId: form?.['client_id'], secret: form?.['client_secret'] };
}
