import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { wantsJson } from '../../http/accept.js';
import { isCrossSite } from '../../http/cookies.js';
import { isFormContentType } from '../../http/form.js';
import { formatContentSecurityPolicy } from '../../http/common-headers.hook.js';
import { ErrorFormat, BrowserOnly, HtmlPage } from '../../http/route-options.decorator.js';
import { toAuthorizationErrorView } from '../oauth/authorize/authorization.view.js';
import { MalformedAuthorizationError } from '../oauth/authorize/authorization-errors.js';
import { formatDestination, toFormTarget } from '../oauth/authorize/authorization-response.js';
import {
  parseParameters,
  rejectRepeatedParameters,
  type RawParameters,
  formatParameters,
} from '../oauth/authorize/authorization-parameters.js';
import { type LogoutDecision, LogoutEndpointService } from './logout-endpoint.service.js';
import { LogoutDto, type LogoutQuery } from './sessions.dto.js';
import { logoutPage } from './logout.page.js';
import type { LogoutView } from './logout.view.js';
import { FormTokenGuard } from './form-token.guard.js';
import { BrowserSessions } from './browser-sessions.provider.js';

const SIGNED_OUT_MESSAGE = 'You are signed out.';

const HOME = '/';

/** Users sign out here, and applications redirect here. */
@Controller()
@Access('none')
export class LogoutController {
  constructor(
    private readonly endpoint: LogoutEndpointService,
    private readonly browserSessions: BrowserSessions,
  ) {}

  /**
   * Signs the user out and redirects to `redirect_uri` or back.
   *
   * An unregistered address is replaced by `/`. If another site opens this URL, the user is asked first, unless the
   * request proves to come from an application with the user's consent. Without the user's consent to the application,
   * a browser gets a link and a program is redirected to `/`.
   *
   * @answer 302 Signed out; redirects.
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
   * Signs the user out, with the parameters in a form.
   *
   * The same as `GET /oauth/logout` (RP-Initiated Logout §2).
   *
   * @takes form
   * @answer 303 Redirects to the same request as a GET, to which the browser adds its session.
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
   * Signs out by a form of the service.
   * @takes form
   * @answer 303 Signed out; redirects.
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
    // The page with this form showed the host.
    reply.header('location', decision?.location ?? HOME);
  }

  /** A request of a foreign page without the cookie ends nothing, so the response clears no cookie either. */
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
    // Clears the pages that the browser stored during the session.
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
