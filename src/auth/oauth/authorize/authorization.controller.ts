import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../../access/access.decorator.js';
import { Config } from '../../../config/config.js';
import { wantsJson } from '../../../http/accept.js';
import { isFormContentType } from '../../../http/form.js';
import { formatContentSecurityPolicy } from '../../../http/common-headers.hook.js';
import { BrowserOnly, ErrorFormat, ForAllRoutes, HtmlPage, BodyLimit } from '../../../http/route-options.decorator.js';
import { Metrics } from '../../../telemetry/metrics.js';
import { BrowserSessions } from '../../sessions/browser-sessions.provider.js';
import { type AuthorizationQuery, ConsentDto } from './authorization.dto.js';
import { AuthorizationEndpointService, type AuthorizationStep } from './authorization-endpoint.service.js';
import { ConsentRequiredError, MalformedAuthorizationError, SignInRequiredError } from './authorization-errors.js';
import { authorizationPage } from './authorization.page.js';
import {
  toAuthorizationErrorView,
  type AuthorizationView,
  type NewPasswordView,
  type SignInView,
} from './authorization.view.js';
import { AUTO_SUBMIT_HASH, formatDestination, toFormTarget } from './authorization-response.js';
import { type RawParameters, formatParameters } from './authorization-parameters.js';
import { includesAdministration, describePermissions } from './consent-terms.js';
import { RESUME_FORM_BYTES } from '../../../http/local-path.js';
import { FormTokenGuard } from '../../sessions/form-token.guard.js';

/** The authorization endpoint of OAuth 2.0 and OpenID Connect. */
@Controller('oauth')
@Access('none')
@ForAllRoutes(BrowserOnly(), HtmlPage(authorizationPage), ErrorFormat(toAuthorizationErrorView))
export class AuthorizationController {
  constructor(
    private readonly endpoint: AuthorizationEndpointService,
    private readonly browserSessions: BrowserSessions,
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  /**
   * Authorizes an application, after sign-in and consent where needed.
   *
   * A browser gets the pages for sign-in and consent first. A program without a session gets 401 with the error
   * `login_required`. Errors are sent to `redirect_uri` if the signed-in user has agreed to the application or owns its
   * key. Otherwise, and if the URI is not registered, the response itself has the error: a page shows the host with a
   * link, and a program gets JSON.
   *
   * @answer 302 Redirects to the application, with the response or an error in the query or the fragment.
   */
  @Get('authorize')
  authorize(
    @Query() query: AuthorizationQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthorizationView | undefined> {
    return this.respond(query as RawParameters, request, reply);
  }

  /**
   * Authorizes an application, with the parameters in a form.
   *
   * The same as `GET /oauth/authorize` (OpenID Connect Core §3.1.2.1).
   *
   * @answer 302 Redirects to the application, with the response or an error in the query or the fragment.
   * @answer 303 Redirects to the same request as a GET, to which the browser adds its session.
   */
  @Post('authorize')
  @HttpCode(200)
  async authorizeByForm(
    @Body() body: AuthorizationQuery | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthorizationView | undefined> {
    if (body !== undefined && !isFormContentType(request.headers['content-type']))
      throw new MalformedAuthorizationError('An authorization request is a query or a form.');
    const sent = (body ?? {}) as RawParameters;
    // A form from another site arrives without the session cookie; a navigation after it has the cookie.
    if (request.headers['sec-fetch-site'] !== 'cross-site') return this.respond(sent, request, reply);
    reply.status(303).header('location', `/oauth/authorize?${formatParameters(sent)}`);
    return undefined;
  }

  private async respond(
    sent: RawParameters,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AuthorizationView | undefined> {
    const session = await this.browserSessions.findSession(request);
    // The application may have opened this page in a popup and wait for the redirect.
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    const step = await this.endpoint.authorize(sent, session);
    if (step.kind === 'sign-in' || step.kind === 'consent') return this.showInteractionPage(step, request, reply);

    this.metrics.identity.recordAuthorization(step.result);
    if (step.kind === 'untrusted') return this.showUntrustedPage(step, request, reply);
    if (step.refresh)
      reply.header(
        'set-cookie',
        this.browserSessions.cookies.setRefresh(step.refresh.clientId, step.refresh.token, step.refresh),
      );
    if (step.kind === 'redirect') {
      reply.status(302).header('location', step.location);
      return undefined;
    }
    reply.header(
      'content-security-policy',
      formatContentSecurityPolicy({ formTargets: [toFormTarget(step.action)], scriptHash: AUTO_SUBMIT_HASH }),
    );
    return { page: 'form-post', action: step.action, fields: step.fields };
  }

  /**
   * Without consent there is no redirect to a self-registered address: a browser gets a page with a link, a program
   * gets the error.
   */
  private showUntrustedPage(
    { error, response, application, redirectUri, result }: Extract<AuthorizationStep, { kind: 'untrusted' }>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): AuthorizationView {
    if (wantsJson(request.headers.accept)) throw error;
    const isForm = response.kind === 'form';
    if (isForm)
      reply.header(
        'content-security-policy',
        formatContentSecurityPolicy({ formTargets: [toFormTarget(response.action)] }),
      );
    reply.status(400);
    const target = isForm
      ? { href: response.action, fields: response.fields }
      : { href: response.location, fields: null };
    return {
      page: 'untrusted',
      application,
      destination: formatDestination(redirectUri),
      ...target,
      error: result,
      message: error.message,
    };
  }

  /** Programs cannot use the pages. */
  private async showInteractionPage(
    step: Extract<AuthorizationStep, { resume: string }>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AuthorizationView> {
    const isSignIn = step.kind === 'sign-in';
    if (wantsJson(request.headers.accept)) throw isSignIn ? new SignInRequiredError() : new ConsentRequiredError();
    // The browser follows the form and then the redirect to the application; the policy of the page must allow both.
    reply.header(
      'content-security-policy',
      formatContentSecurityPolicy({ formTargets: [toFormTarget(step.redirectUri)] }),
    );
    const common = {
      application: step.application,
      resume: step.resume,
      form_token: await this.browserSessions.issueFormToken(request, reply),
    };
    if (step.kind === 'sign-in') return this.toSignInView(step, common, request);
    const { name = '', actingFor = null } = request.signedInUser ?? {};
    const [userName, person] = actingFor === null ? [name, 'you' as const] : [actingFor, 'they' as const];
    const consentFields = {
      on_behalf: actingFor !== null,
      administers: includesAdministration(step.terms),
      asks_each_time: step.asksEachTime,
      longest_seconds: this.config.lifetimes.own.familySeconds,
    };
    return {
      page: 'consent',
      destination: formatDestination(step.redirectUri),
      user: userName,
      ...consentFields,
      permissions: describePermissions(step.terms, person),
      ...common,
    };
  }

  private toSignInView(
    { loginHint }: Extract<AuthorizationStep, { kind: 'sign-in' }>,
    common: Pick<SignInView, 'application' | 'resume' | 'form_token'>,
    request: FastifyRequest,
  ): SignInView | NewPasswordView {
    const { email, asksNewPassword = false } = this.browserSessions.readFlashNote(request);
    const { resume, form_token: token } = common;
    if (asksNewPassword) return { page: 'new-password', username: email ?? '', resume, form_token: token };
    return {
      page: 'sign-in',
      username: email ?? loginHint,
      sign_up: this.browserSessions.formatSignUpUrl(resume),
      ...common,
    };
  }
}

@Controller('oauth')
@Access('none')
export class ConsentController {
  constructor(
    private readonly endpoint: AuthorizationEndpointService,
    private readonly browserSessions: BrowserSessions,
  ) {}

  /**
   * Takes the user's decision on an application's request.
   * @takes form
   * @answer 303 Redirects to the authorization request.
   */
  @Post('consent')
  @BrowserOnly()
  @UseGuards(FormTokenGuard)
  @BodyLimit(RESUME_FORM_BYTES)
  @HttpCode(303)
  async submitConsent(
    @Body() { resume, decision }: ConsentDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const session = await this.browserSessions.findSession(request);
    if (!session) throw new SignInRequiredError();
    const parameters = Object.fromEntries(new URLSearchParams(resume.slice(resume.indexOf('?') + 1)));
    reply
      .header('cross-origin-opener-policy', 'unsafe-none')
      .header('location', await this.endpoint.submitDecision(parameters, decision === 'agree', session));
  }
}
