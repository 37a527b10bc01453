import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { wantsJson } from '../../http/accept.js';
import { isCrossSite } from '../../http/fetch-site.js';
import { isFormContentType } from '../../http/form.js';
import { formatContentSecurityPolicy } from '../../http/security-headers.js';
import { ErrorFormat, BrowserOnly, HtmlPage } from '../../http/route-options.decorator.js';
import { toAuthorizationErrorView } from '../authorize/authorization.view.js';
import { MalformedAuthorizationError } from '../authorize/authorization-errors.js';
import { formatDestination, toFormTarget } from '../authorize/form-post.js';
import {
  parseParameters,
  rejectRepeatedParameters,
  type RawParameters,
  formatParameters,
} from '../authorize/authorization-parameters.js';
import { type LogoutDecision, LogoutEndpointService } from './logout-endpoint.service.js';
import { LogoutDto, type LogoutQuery } from './logout.dto.js';
import { logoutPage } from './logout.page.js';
import type { LogoutView } from './logout.view.js';
import { FormTokenGuard } from './form-token.guard.js';
import { BrowserSessions } from './browser-sessions.provider.js';

const SIGNED_OUT_MESSAGE = 'You are signed out.';

const HOME = '/';

/** Where people sign out, and where applications send them to. */
@Controller()
@Access('none')
export class LogoutController {
  constructor(
    private readonly endpoint: LogoutEndpointService,
    private readonly browserSessions: BrowserSessions,
  ) {}

  /**
   * Signs the user out and sends the browser on, to `redirect_uri` or back to where it came from.
   *
   * It goes nowhere that is not registered for the application, but to `/` instead. Where another site sends the browser here and nothing shows that an
   * application that the user has agreed to meant it, the user is asked first. To an application that the user has not agreed to a browser is shown a link, and
   * a program is sent to `/`.
   *
   * @answer 302 Signed out, and on.
   */
  @Get('oauth/logout')
  @BrowserOnly()
  @HtmlPage(logoutPage)
  @ErrorFormat(toAuthorizationErrorView)
  async endSession(
    @Query() query: LogoutQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LogoutView | undefined> {
    const sent = query as RawParameters;
    rejectRepeatedParameters(sent);
    const parameters = parseParameters(sent) as LogoutQuery;
    const session = await this.browserSessions.findSession(request);
    const { referer, origin } = request.headers;
    const decision = await this.endpoint.decide(parameters, session, {
      referer,
      origin,
      isForeign: isCrossSite(request.headers),
    });
    if (!decision.isConfirmed) return this.toQuestionView(decision, parameters, request, reply);
    await this.endBrowserSession(session !== null, decision, request, reply);
    if (decision.isRedirectTrusted || wantsJson(request.headers.accept)) {
      reply.status(302).header('location', decision.isRedirectTrusted ? decision.location : HOME);
      return undefined;
    }
    return {
      page: 'signed-out',
      application: decision.application,
      destination: formatDestination(decision.location),
      href: decision.location,
    };
  }

  /**
   * The same as `GET /oauth/logout`, with the parameters in a form (RP-Initiated Logout §2).
   *
   * @takes form
   * @answer 303 To the same request as a GET, where the browser sends its session along.
   */
  @Post('oauth/logout')
  @HttpCode(303)
  endSessionByForm(
    @Body() body: LogoutQuery | undefined,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    if (body !== undefined && !isFormContentType(headers['content-type'])) {
      throw new MalformedAuthorizationError('A request for a logout is a query or a form.');
    }
    reply.header('location', `/oauth/logout?${formatParameters(body ?? {})}`);
  }

  /**
   * Signs out, by a form.
   *
   * @takes form
   * @answer 303 Signed out, and on.
   */
  @Post('logout')
  @BrowserOnly()
  @UseGuards(FormTokenGuard)
  @HttpCode(303)
  async signOut(
    @Body() form: LogoutDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const session = await this.browserSessions.findSession(request);
    const origin = { referer: undefined, origin: undefined, isForeign: false };
    const decision = form.client_id === undefined ? null : await this.endpoint.decide(form, session, origin);
    await this.endBrowserSession(true, decision, request, reply);
    // The page with this form has named the host.
    reply.header('location', decision?.location ?? HOME);
  }

  /** A foreign page that sends a request without the cookie ends nothing, so no cookie goes either. */
  private async endBrowserSession(
    isSignedIn: boolean,
    decision: LogoutDecision | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    if (!isSignedIn && isCrossSite(request.headers)) return;
    const { cookies } = this.browserSessions;
    const isRedirected = decision !== null && decision.location !== HOME;
    await this.browserSessions.signOut(request);
    reply.header('set-cookie', [
      cookies.clearSession(),
      ...(decision ? [cookies.clearRefresh(decision.clientId)] : []),
      ...(isRedirected ? [] : [cookies.setFlash(SIGNED_OUT_MESSAGE)]),
    ]);
    // What the browser has kept of pages that were seen while signed in.
    reply.header('clear-site-data', '"cache"');
  }

  private async toQuestionView(
    { application, clientId, location }: LogoutDecision,
    parameters: LogoutQuery,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<LogoutView> {
    const redirectUri = parameters.redirect_uri ?? parameters.post_logout_redirect_uri ?? null;
    const isOurs = redirectUri === null || location.startsWith('/');
    if (!isOurs)
      reply.header('content-security-policy', formatContentSecurityPolicy({ formTargets: [toFormTarget(location)] }));
    return {
      page: 'question',
      application,
      destination: isOurs ? null : formatDestination(location),
      user: request.signedInUser?.name ?? '',
      client_id: clientId,
      redirect_uri: redirectUri,
      state: parameters.state ?? null,
      form_token: await this.browserSessions.issueFormToken(request, reply),
    };
  }
}
