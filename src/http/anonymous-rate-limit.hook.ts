import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { respondsWithPage } from './accept.js';
import type { TokenBuckets } from './token-buckets.js';
import type { Cookies } from './cookies.js';
import { TooManyRequestsError } from './http-errors.js';
import { toNetwork } from './network.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for endpoints without guards: nobody is authenticated there, so every request counts as anonymous. */
    isGuarded?: boolean;
  }
  interface FastifyRequest {
    isCounted?: boolean;
  }
}

/**
 * How many requests an address may send without being authenticated. A request without credentials is counted before anything else
 * is done. A request with credentials is counted when they turn out to be invalid: at a public endpoint, where nobody verifies them,
 * or when the request is refused. A recognized caller is never counted, however busy their address is, and costs nothing here.
 */
export class AnonymousRateLimit {
  private readonly policy: string;

  constructor(
    private readonly buckets: TokenBuckets,
    private readonly cookies: Cookies,
  ) {
    const { capacity, perSecond } = buckets.quota;
    this.policy = `"anonymous";q=${capacity};w=${Math.ceil(capacity / perSecond)}`;
  }

  registerHooks(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const mayBeKnown = request.routeOptions.config.isGuarded !== false && this.hasCredentials(request);
      done(mayBeKnown ? undefined : (this.countRequest(request, reply) ?? undefined));
    });
  }

  /** A token, a key or a ticket, or the cookie of a session where one is looked at. */
  private hasCredentials(request: FastifyRequest): boolean {
    const { authorization, cookie } = request.headers;
    return (
      authorization !== undefined ||
      /[?&]ticket=/.test(request.url) ||
      (respondsWithPage(request) && this.cookies.readSession(cookie) !== null)
    );
  }

  /**
   * Counts an unrecognized caller, once, and tells in the headers of draft-ietf-httpapi-ratelimit-headers-11 what is left. The
   * refusal is returned and not thrown, because the error filter asks as well, and it may not fail.
   */
  countRequest(request: FastifyRequest, reply: FastifyReply): TooManyRequestsError | null {
    if (request.isCounted === true || request.isAuthenticated === true) return null;
    request.isCounted = true;
    const address = toCountedNetwork(request);
    if (address === null) return null;
    const decision = this.buckets.take(address, performance.now());
    reply
      .header('ratelimit-policy', this.policy)
      .header('ratelimit', `"anonymous";r=${decision.remaining};t=${decision.fullInSeconds}`);
    return decision.allowed ? null : new TooManyRequestsError(decision.retryAfterSeconds);
  }
}

/** This machine is not counted, nor are those who only ask whether we live. */
function toCountedNetwork({ ip, url }: FastifyRequest): string | null {
  return /^(?:127\.|::1$|::ffff:127\.)/.test(ip) || url.startsWith('/health/') ? null : toNetwork(ip);
}
