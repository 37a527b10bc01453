import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getCredential } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { explicitlyAcceptsHtml, wantsStream, isForBrowser } from '../http/accept.js';
import { FollowedRedirectError, LOGIN_REQUIRED } from '../http/http-errors.js';
import { ForeignFormError, ClientRequiredError, LoginRequiredError, RepeatedTokenError } from './auth-errors.js';
import { StreamAccess } from './streams/stream-access.provider.js';
import { isAuthorizationRepeated } from './authorization-header.js';
import { BearerStrategy } from './bearer.strategy.js';
import { ClientStrategy } from './client.strategy.js';
import { runStrategy } from './run-strategy.js';
import { BrowserSessions } from './sessions/browser-sessions.provider.js';

/** Runs for every route and reads its `@Access`; other modules never import this file. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly bearer: BearerStrategy,
    private readonly client: ClientStrategy,
    private readonly sessions: BrowserSessions,
    private readonly streamAccess: StreamAccess,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const credential = getCredential(context.getClass(), context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (credential === 'none')
      return (
        request.routeOptions.config.rejectFollowedRedirects !== true ||
        this.rejectFollowedRedirect(request, context.switchToHttp().getResponse<FastifyReply>())
      );
    if (isAuthorizationRepeated(request)) throw new RepeatedTokenError();

    if (credential === 'bearer') request.actor = await this.authenticateByToken(request);
    else if (credential === 'stream') request.actor = await this.authenticateStream(request);
    else if (credential === 'client')
      request.clientId = (await runStrategy(this.client, request, () => new ClientRequiredError())).clientId;
    else request.actor = await this.authenticateBySession(request);
    request.isAuthenticated = true;
    return true;
  }

  /**
   * A browser that was redirected here sees the notice. Other requests with the flash of a 303, or with invalid
   * credentials, get the error of the original request. The flash counts once.
   */
  private async rejectFollowedRedirect(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const { authorization, accept, cookie } = request.headers;
    const { cookies } = this.sessions;
    if (cookies.readFlash(cookie) === LOGIN_REQUIRED && !explicitlyAcceptsHtml(accept)) {
      reply.header('set-cookie', cookies.clearFlash());
      throw new FollowedRedirectError(authorization);
    }
    if (authorization === undefined) return true;
    if (isAuthorizationRepeated(request)) throw new RepeatedTokenError();
    request.actor = await this.authenticateBearer(request, () => new FollowedRedirectError(authorization));
    return (request.isAuthenticated = true);
  }

  private async authenticateStream(request: FastifyRequest): Promise<Actor> {
    // Requests with an immediate response are authenticated as everywhere.
    if (request.routeOptions.config.streamExample !== undefined && !wantsStream(request.headers.accept))
      return this.authenticateByToken(request);
    const streamCredential = this.streamAccess.findCredential(request);
    if (streamCredential === 'token') await this.authenticateBearer(request);
    request.streamLease = await this.streamAccess.authorize(request, streamCredential);
    return request.streamLease.actor;
  }

  /**
   * Programs send a token. A browser sends none and sees the page by its session; a request with credentials is judged
   * by those alone.
   */
  private authenticateByToken(request: FastifyRequest): Promise<Actor> {
    const isBrowser = request.headers.authorization === undefined && isForBrowser(request);
    return isBrowser ? this.authenticateBySession(request) : this.authenticateBearer(request);
  }

  /** The verified token stays with the request: a stream lasts as long as it. */
  private async authenticateBearer(
    request: FastifyRequest,
    createError: () => Error = () => new LoginRequiredError(),
  ): Promise<Actor> {
    const { actor, token } = await runStrategy(this.bearer, request, createError);
    request.accessToken = token;
    return actor;
  }

  /**
   * A cookie permits pages, and lists as files that a page links; never JSON. A request that changes something needs
   * the form token.
   */
  private async authenticateBySession(request: FastifyRequest): Promise<Actor> {
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    // The browser withheld its cookie, so no user seems to be signed in. Clearing the session here would let any site sign users out.
    if (isChange && this.sessions.isCrossSiteForm(request)) throw new ForeignFormError();
    const session = isForBrowser(request) ? await this.sessions.findSession(request) : null;
    if (!session) throw new LoginRequiredError();
    if (isChange) await this.sessions.rejectForeignForm(request);
    const { userId, actingUserId, role } = session;
    return {
      userId,
      actingUserId,
      role,
      clientId: null,
      scope: [],
      ...(this.sessions.hidesSecrets(session) && { hidesSecrets: true }),
    };
  }
}
