import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { isForm } from '../../http/form.js';
import { contentPolicy } from '../../http/security-headers.js';
import { FailsAs, ForPeople, ShownBy } from '../../http/shown-by.decorator.js';
import { authorizationErrorView } from '../authorize/authorization.view.js';
import { MalformedAuthorization } from '../authorize/authorization-errors.js';
import { formTarget } from '../authorize/form-post.js';
import { readParameters, refuseRepeats, type SentParameters, written } from '../authorize/parameters.js';
import { type Farewell, LogoutEndpoint } from './logout-endpoint.service.js';
import { LogoutForm, type LogoutQuery } from './logout.dto.js';
import { logoutPage } from './logout.page.js';
import type { LogoutView } from './logout.view.js';
import { OwnForm } from './own-form.guard.js';
import { SessionStrategy } from './session.strategy.js';
import { SessionsService } from './sessions.service.js';

const SAID = 'You are signed out.';

/** Where people sign out, and where applications send them to. */
@Controller()
@Access('none')
export class LogoutController {
  constructor(
    private readonly endpoint: LogoutEndpoint,
    private readonly sessions: SessionsService,
    private readonly browsers: SessionStrategy,
  ) {}

  /**
   * Signs the user out and sends the browser on, to `redirect_uri` or back to where it came from.
   *
   * It goes nowhere that is not registered for the application, but to the front door instead. Where another site sends the
   * browser here and nothing shows that the application meant it, the user is asked first.
   *
   * @answer 302 Signed out, and on.
   */
  @Get('oauth/logout')
  @ForPeople()
  @ShownBy(logoutPage)
  @FailsAs(authorizationErrorView)
  async leave(@Query() query: LogoutQuery, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<LogoutView | undefined> {
    const sent = query as SentParameters;
    refuseRepeats(sent);
    const asked = readParameters(sent) as LogoutQuery;
    const session = await this.browsers.recognise(request);
    const { referer, origin, 'sec-fetch-site': site } = request.headers;
    const farewell = await this.endpoint.consider(asked, session, { referer, origin, isCrossSite: site === 'cross-site' });
    if (!farewell.isCertain) return this.question(farewell, asked, request, reply);
    reply.status(302);
    await this.end(farewell, request, reply);
    return undefined;
  }

  /**
   * The same as `GET /oauth/logout`, with the parameters in a form (RP-Initiated Logout §2).
   *
   * @takes form
   * @answer 303 To the same request as a GET, where the browser sends its session along.
   */
  @Post('oauth/logout')
  @HttpCode(303)
  leaveByForm(@Body() body: LogoutQuery | undefined, @Req() { headers }: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): void {
    if (body !== undefined && !isForm(headers['content-type'])) {
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
  @ForPeople()
  @UseGuards(OwnForm)
  @HttpCode(303)
  async confirm(@Body() form: LogoutForm, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const session = await this.browsers.recognise(request);
    const here = { referer: undefined, origin: undefined, isCrossSite: false };
    const farewell = form.client_id === undefined ? null : await this.endpoint.consider(form, session, here);
    await this.end(farewell, request, reply);
  }

  private async end(farewell: Farewell | null, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { cookies } = this.browsers;
    const location = farewell?.location ?? '/';
    await this.sessions.end(this.browsers.tokenOf(request));
    reply.header('set-cookie', [
      cookies.clearSession(),
      ...(farewell ? [cookies.clearRefresh(farewell.clientId)] : []),
      ...(location === '/' ? [cookies.leaveFlash(SAID)] : []),
    ]);
    // What the browser has kept of pages that were seen while signed in.
    reply.headers({ location, 'clear-site-data': '"cache"' });
  }

  private async question({ application, clientId, location }: Farewell, asked: LogoutQuery, request: FastifyRequest, reply: FastifyReply): Promise<LogoutView> {
    if (!location.startsWith('/')) reply.header('content-security-policy', contentPolicy({ formTargets: [formTarget(location)] }));
    return {
      application,
      user: request.visitor?.name ?? '',
      client_id: clientId,
      redirect_uri: asked.redirect_uri ?? asked.post_logout_redirect_uri ?? null,
      state: asked.state ?? null,
      form_token: await this.browsers.formToken(request, reply),
    };
  }
}
