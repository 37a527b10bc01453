import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { Config } from '../../config/config.js';
import { wantsJson } from '../../http/accept.js';
import { isFormContentType } from '../../http/form.js';
import { formatContentSecurityPolicy } from '../../http/security-headers.js';
import { ErrorFormat, BrowserOnly, HtmlPage } from '../../http/route-options.decorator.js';
import { Metrics } from '../../telemetry/metrics.js';
import { BrowserSessions } from '../sessions/browser-sessions.provider.js';
import { type AuthorizationQuery } from './authorization.dto.js';
import { AuthorizationEndpointService, type AuthorizationStep } from './authorization-endpoint.service.js';
import { ConsentRequiredError, MalformedAuthorizationError, SignInRequiredError } from './authorization-errors.js';
import { authorizationPage } from './authorization.page.js';
import {
  toAuthorizationErrorView,
  type AuthorizationView,
  type NewPasswordView,
  type SignInView,
} from './authorization.view.js';
import { AUTO_SUBMIT_HASH, formatDestination, toFormTarget } from './form-post.js';
import { type RawParameters, formatParameters } from './authorization-parameters.js';
import { includesAdministration, describePermissions } from './consent-terms.js';

/** Where a browser is sent by an application, and from where it is sent back. */
@Controller('oauth')
@Access('none')
export class AuthorizationController {
  constructor(
    private readonly endpoint: AuthorizationEndpointService,
    private readonly browserSessions: BrowserSessions,
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  /**
   * Gives an application what it asks for, once the user has signed in and agreed.
   *
   * A browser is shown the pages that are needed first. A program without a session gets 401 with the error `login_required`.
   * What is wrong with the request is sent to `redirect_uri` like any answer, if the user who is signed in has agreed to the application, or owns its key. Else,
   * and where that address is not registered, it is shown here: a browser shows the address and a link to go on, a program gets the error.
   *
   * @answer 302 Back to the application, with the answer or an error in the query or the fragment.
   */
  @Get('authorize')
  @BrowserOnly()
  @HtmlPage(authorizationPage)
  @ErrorFormat(toAuthorizationErrorView)
  authorize(
    @Query() query: AuthorizationQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthorizationView | undefined> {
    return this.respond(query as RawParameters, request, reply);
  }

  /**
   * The same as `GET /oauth/authorize`, with the parameters in a form (OpenID Connect Core §3.1.2.1).
   *
   * @answer 302 Back to the application, with the answer or an error in the query or the fragment.
   * @answer 303 To the same request as a GET, where the browser sends its session along.
   */
  @Post('authorize')
  @BrowserOnly()
  @HttpCode(200)
  @HtmlPage(authorizationPage)
  @ErrorFormat(toAuthorizationErrorView)
  async authorizeByForm(
    @Body() body: AuthorizationQuery | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthorizationView | undefined> {
    if (body !== undefined && !isFormContentType(request.headers['content-type']))
      throw new MalformedAuthorizationError('An authorization request is a query or a form.');
    const sent = (body ?? {}) as RawParameters;
    // A form from another site comes without our cookie; a navigation that it leads to does not.
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
    // An application may have opened this in a window of its own, and waits for it to come back.
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

  /** No redirect to an address that nobody in this browser has agreed to: a person decides, a program gets the error. */
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

  /** Only a person can answer a page. */
  private async showInteractionPage(
    step: Extract<AuthorizationStep, { resume: string }>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AuthorizationView> {
    const isSignIn = step.kind === 'sign-in';
    if (wantsJson(request.headers.accept)) throw isSignIn ? new SignInRequiredError() : new ConsentRequiredError();
    // The browser follows the form to us and from here to the application; its policy has to allow the whole way.
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
