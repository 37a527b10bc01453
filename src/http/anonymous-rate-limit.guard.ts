import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { respondsWithPage } from './accept.js';
import { Cookies } from './cookies.js';
import { TooManyRequestsError } from './http-errors.js';
import { toNetwork } from './network.js';
import { TokenBuckets } from './token-buckets.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for routes without guards: no caller is authenticated there, so every request counts as anonymous. */
    isGuarded?: boolean;
  }
  interface FastifyRequest {
    isCounted?: boolean;
  }
}

/** Each address takes about a hundred bytes. */
const ADDRESSES_MAX = 100_000;
const BURST_SECONDS = 10;
const UNKNOWN_ADDRESS = 'unknown';

/**
 * Limits requests of unauthenticated callers per address. A request without credentials is counted first. A request
 * with credentials is counted when they turn out to be invalid: at a public route, where they are not verified, or when
 * the request is rejected. Authenticated callers are never counted, however busy their address is, and cost nothing
 * here.
 */
@Injectable()
export class AnonymousRateLimit {
  private readonly policy: string;
  private readonly buckets: TokenBuckets;

  constructor(
    { anonymousPerSecond }: Config,
    private readonly cookies: Cookies,
  ) {
    const capacity = anonymousPerSecond * BURST_SECONDS;
    this.buckets = new TokenBuckets({ capacity, perSecond: anonymousPerSecond }, ADDRESSES_MAX);
    this.policy = `"anonymous";q=${capacity};w=${BURST_SECONDS}`;
  }

  /** The system forgets the address of a connection that its client resets. Node keeps an address that was read. */
  attach({ server }: FastifyInstance): void {
    for (const event of ['connection', 'secureConnection'])
      server.on(event, ({ remoteAddress }: Socket) => remoteAddress);
  }

  onRequest(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const mayBeKnown = request.routeOptions.config.isGuarded !== false && this.hasCredentials(request);
    done(mayBeKnown ? undefined : (this.countRequest(request, reply) ?? undefined));
  }

  /** A token, a client credential or a ticket, or a session cookie where one is used. */
  private hasCredentials(request: FastifyRequest): boolean {
    const { authorization, cookie } = request.headers;
    return (
      authorization !== undefined ||
      /[?&]ticket=/.test(request.url) ||
      (respondsWithPage(request) && this.cookies.readSession(cookie) !== null)
    );
  }

  /**
   * Counts an unauthenticated caller once, and sets the headers of draft-ietf-httpapi-ratelimit-headers-11. The error
   * is returned and not thrown, because the error filter calls this, too, and must not fail.
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

/** This machine and health checks are not counted. Connections that were reset before they were seen have no address, and count together. */
function toCountedNetwork({ ip = UNKNOWN_ADDRESS, url }: Readonly<{ ip?: string; url: string }>): string | null {
  return /^(?:127\.|::1$|::ffff:127\.)/.test(ip) || url.startsWith('/health/') ? null : toNetwork(ip);
}

/**
 * The request has passed the access guard. If that authenticated no one, the route is public and the credentials were
 * not verified: the request is counted before any work is done for it.
 */
@Injectable()
export class AnonymousRateLimitGuard implements CanActivate {
  constructor(private readonly limit: AnonymousRateLimit) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const error = this.limit.countRequest(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
    if (error) throw error;
    return true;
  }
}
