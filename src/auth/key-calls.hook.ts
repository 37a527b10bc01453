import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyCallsService } from '../clients/key-calls.service.js';
import type { CallOf } from '../clients/waiting-calls.js';
import type { InFlightRequests } from '../http/in-flight.hook.js';
import { readBasic } from './basic-credentials.js';
import { isToken, tokenDigest } from './token.js';
import type { TokensService } from './tokens.service.js';

/** Where a key may be named in the body; and what is answered there to one that has proven itself. */
const OAUTH = /^\/oauth\/(?:token|revoke|introspect)$/;
/** Elsewhere a public key is only named: a grant is what proves it. */
const GRANTS = '/oauth/token';
const LONGEST_ID = 255;
const behindTheProof: ReadonlySet<string> = new Set([
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);

/** Every answer to a key is told to whom its owner asks for it, refusals included. Who came in by a browser's session used no key. */
export function recordKeyCalls(inFlight: InFlightRequests, calls: KeyCallsService, tokens: TokensService): void {
  calls.tokensAreKnownBy((digests) => tokens.keysBehind(digests));
  inFlight.onEnd((request, reply) => {
    const { actor } = request;
    const of =
      actor === undefined
        ? callOf(request, reply)
        : actor.clientId !== null && { clientId: actor.clientId, isProven: true };
    if (of === false || of === null) return;
    const route = request.is404 ? null : (request.routeOptions.url ?? null);
    const { url, method } = request;
    calls.note(
      {
        at: Date.now(),
        requestId: request.id,
        method,
        route,
        url,
        status: reply.statusCode,
        milliseconds: reply.elapsedTime,
        code: request.errorCode ?? null,
      },
      of,
    );
  });
}

/** Nobody was recognized, or only a key: then it is whoever the credentials speak of, good or not. */
function callOf(request: FastifyRequest, reply: FastifyReply): CallOf | null {
  if (request.keyId !== undefined) return { clientId: request.keyId, isProven: true };
  const [, scheme = '', presented = ''] = /^(\w+) +(.+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (/^bearer$/i.test(scheme)) return isToken('access', presented) ? { tokenDigest: tokenDigest(presented) } : null;
  return namedKey(request, reply);
}

/** A client id is no secret, so a request that only names one, or offers a wrong secret, is kept apart from those of the key itself. */
function namedKey(request: FastifyRequest, { statusCode }: FastifyReply): CallOf | null {
  const route = request.routeOptions.url ?? '';
  const { clientId, secret } = claimIn(request, route);
  if (typeof clientId !== 'string' || clientId.length > LONGEST_ID || clientId.includes('\0')) return null;
  if (!OAUTH.test(route)) return { clientId, isProven: false };
  if (statusCode < 300) return { clientId, isProven: secret !== undefined || route === GRANTS };
  return { clientId, isProven: secret !== undefined && behindTheProof.has(request.errorCode ?? '') };
}

/** What the header says, or the form where one is read. */
function claimIn({ headers, body }: FastifyRequest, route: string): Readonly<{ clientId?: unknown; secret?: unknown }> {
  const [offered] = readBasic(headers.authorization ?? '') ?? [];
  if (offered !== undefined) return offered;
  if (!OAUTH.test(route) || typeof body !== 'object') return {};
  const form = body as Readonly<Record<string, unknown>> | null;
  return { clientId: form?.['client_id'], secret: form?.['client_secret'] };
}
