import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { wantsJson } from '../../http/accept.js';
import { isCrossSite } from '../../http/fetch-site.js';
import { isFormContentType } from '../../http/form.js';
import { formatContentSecurityPolicy } from '../../http/security-headers.js';
import { ErrorFormat, BrowserOnly, HtmlPage } from '../../http/route-options.decorator.js';
import { authorizationErrorView } from '../authorize/authorization.view.js';
import { MalformedAuthorization } from '../authorize/authorization-errors.js';
import { destinationOf, formTarget } from '../authorize/form-post.js';
import { readParameters, refuseRepeats, type SentParameters, written } from '../authorize/parameters.js';
import { type Farewell, LogoutEndpointService } from './logout-endpoint.service.js';
import { LogoutForm, type LogoutQuery } from './logout.dto.js';
import { logoutPage } from './logout.page.js';
import type { LogoutView } from './logout.view.js';
import { OwnFormGuard } from './own-form.guard.js';
import { SessionStrategy } from './session.strategy.js';

const SAID = 'You are signed out.';

const HOME = '/';

/** Where people sign out, and where applications send them to. */
@Controller()
@Access('none')
export class LogoutController {
  constructor(
    private readonly endpoint: LogoutEndpointService,
    private readonly browsers: SessionStrategy,
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
  @ErrorFormat(authorizationErrorView)
  async endSession(
    @Query() query: LogoutQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LogoutView | undefined> {
    const sent = query as SentParameters;
    refuseRepeats(sent);
    const asked = readParameters(sent) as LogoutQuery;
    const session = await this.browsers.recognise(request);
    const { referer, origin } = request.headers;
    const farewell = await this.endpoint.consider(asked, session, {
      referer,
      origin,
      isForeign: isCrossSite(request.headers),
    });
    if (!farewell.isCertain) return this.question(farewell, asked, request, reply);
    await this.end(session !== null, farewell, request, reply);
    if (farewell.isTrusted || wantsJson(request.headers.accept)) {
      reply.status(302).header('location', farewell.isTrusted ? farewell.location : HOME);
      return undefined;
    }
    return {
      page: 'signed-out',
      application: farewell.application,
      destination: destinationOf(farewell.location),
      href: farewell.location,
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
      throw new MalformedAuthorization('A request for a logout is a query or a form.');
    }
    reply.header('location', `/oauth/logout?${written(body ?? {})}`);
  }

  /**
   * Signs out, by a form of ours.
   *
   * @takes form
   * @answer 303 Signed out, and on.
   */
  @Post('logout')
  @BrowserOnly()
  @UseGuards(OwnFormGuard)
  @HttpCode(303)
  async signOut(
    @Body() form: LogoutForm,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const session = await this.browsers.recognise(request);
    const here = { referer: undefined, origin: undefined, isForeign: false };
    const farewell = form.client_id === undefined ? null : await this.endpoint.consider(form, session, here);
    await this.end(true, farewell, request, reply);
    // The page with this form has named the host.
    reply.header('location', farewell?.location ?? HOME);
  }

  /** A foreign page that sends a request without the cookie ends nothing, so no cookie goes either. */
  private async end(
    isSignedIn: boolean,
    farewell: Farewell | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    if (!isSignedIn && isCrossSite(request.headers)) return;
    const { cookies } = this.browsers;
    const leavesUs = farewell !== null && farewell.location !== HOME;
    await this.browsers.signOut(request);
    reply.header('set-cookie', [
      cookies.clearSession(),
      ...(farewell ? [cookies.clearRefresh(farewell.clientId)] : []),
      ...(leavesUs ? [] : [cookies.setFlash(SAID)]),
    ]);
    // What the browser has kept of pages that were seen while signed in.
    reply.header('clear-site-data', '"cache"');
  }

  private async question(
    { application, clientId, location }: Farewell,
    asked: LogoutQuery,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<LogoutView> {
    const redirectUri = asked.redirect_uri ?? asked.post_logout_redirect_uri ?? null;
    const isOurs = redirectUri === null || location.startsWith('/');
    if (!isOurs)
      reply.header('content-security-policy', formatContentSecurityPolicy({ formTargets: [formTarget(location)] }));
    return {
      page: 'question',
      application,
      destination: isOurs ? null : destinationOf(location),
      user: request.signedInUser?.name ?? '',
      client_id: clientId,
      redirect_uri: redirectUri,
      state: asked.state ?? null,
      form_token: await this.browsers.formToken(request, reply),
    };
  }
}
