import { Injectable } from '@nestjs/common';
import type { Client } from '../../../clients/client.entity.js';
import { ClientsService } from '../../../clients/clients.service.js';
import { isNativeUri } from '../../../clients/redirect-uri.js';
import { toPrintableAscii } from '../oauth-errors.js';
import { isRecentlyProven, type SignInSession } from '../../sessions/sessions.service.js';
import { type AuthorizationResponse, toAuthorizationResponse, getErrorResponseMode } from './authorization-response.js';
import {
  AccessDeniedError,
  AuthorizationError,
  ConsentRequiredError,
  MalformedAuthorizationError,
  SignInRequiredError,
  UnknownApplicationError,
} from './authorization-errors.js';
import { AuthorizationResultsService, type RefreshCookie } from './authorization-results.service.js';
import {
  type AuthorizationRequest,
  parseAuthorizationRequest,
  parseRedirectTarget,
  type RedirectTarget,
  isWrongUserAfterSignIn,
  needsSignIn,
} from './authorization-request.js';
import { AuthorizationTrustService } from './authorization-trust.service.js';
import { ConsentsService } from './consents.service.js';
import { type AuthorizationParameters, parseParameters, type RawParameters } from './authorization-parameters.js';
import { formatResponseType } from './response-type.js';
import type { AuthorizationResumption } from './authorization-resumption.js';
import { includesAdministration, limitToUser, needsRecentProof, toConsentTerms } from './consent-terms.js';

/**
 * The next step of a request: a response for the client (`result` is its kind or error), an error shown here because
 * the client is not trusted in this browser, or a page that asks the user.
 */
export type AuthorizationStep =
  | (AuthorizationResponse & Readonly<{ refresh: RefreshCookie | null; result: string }>)
  | Readonly<{
      kind: 'untrusted';
      error: AuthorizationError;
      response: AuthorizationResponse;
      application: string;
      redirectUri: string;
      result: string;
    }>
  | Readonly<{ kind: 'sign-in'; resume: string; application: string; loginHint: string; redirectUri: string }>
  | Readonly<{
      kind: 'consent';
      resume: string;
      application: string;
      terms: string;
      redirectUri: string;
      asksEachTime: boolean;
    }>;

/** The parts of one request. */
type AuthorizationContext = Readonly<{
  sent: RawParameters;
  parameters: AuthorizationParameters;
  client: Client;
  target: RedirectTarget;
  session: SignInSession | null;
}>;

/** The signed-in user, the start of the request, and the current time. */
type SignInState = Readonly<{ session: SignInSession; resumption: AuthorizationResumption | null; now: number }>;

/** The order of the protocol: client, redirect URI, parameters, user, consent. */
@Injectable()
export class AuthorizationEndpointService {
  constructor(
    private readonly clients: ClientsService,
    private readonly consents: ConsentsService,
    private readonly results: AuthorizationResultsService,
    private readonly trust: AuthorizationTrustService,
  ) {}

  async authorize(sent: RawParameters, session: SignInSession | null): Promise<AuthorizationStep> {
    const parameters = parseParameters(sent);
    const client = await this.findClient(parameters, session);
    const target = parseRedirectTarget(parameters, client, session?.userId ?? null);
    const context = { sent, parameters, client, target, session };
    try {
      return await this.determineStep(context);
    } catch (error) {
      if (!(error instanceof AuthorizationError) || !target.isCertain) throw error;
      return await this.rejectRequest(error, context);
    }
  }

  /** The user's decision on the consent page; the request then continues. */
  async submitDecision(sent: RawParameters, isAgreed: boolean, session: SignInSession): Promise<string> {
    const parameters = parseParameters(sent);
    const client = await this.findClient(parameters, session);
    parseRedirectTarget(parameters, client, session.userId);
    const terms = toConsentTerms(
      limitToUser(parseAuthorizationRequest(sent, client, this.trust.policy), client, session),
    );
    const resumption = this.trust.parseResumption(parameters);
    if (!resumption)
      throw new MalformedAuthorizationError(
        'The page on which you were asked is too old. Go back to the application and start again.',
      );
    // The page for the password comes before the consent page; nothing is granted yet.
    if (isAgreed && isPasswordProofMissing(session, terms))
      return this.trust.formatResumeUrl(parameters, { since: resumption.since, isDenied: false, consentKey: null });
    const consentKey = isAgreed ? toOneTimeConsentKey(session, client, terms) : toConsentKey(session);
    if (!isAgreed) await this.consents.auditDenial(session, client.clientId, terms);
    else if (isOnBehalf(session)) await this.consents.auditOneTimeGrant(session, client.clientId, terms);
    else await this.consents.grant(session.userId, client.clientId, terms);
    return this.trust.formatResumeUrl(parameters, { since: resumption.since, isDenied: !isAgreed, consentKey });
  }

  private async determineStep(context: AuthorizationContext): Promise<AuthorizationStep> {
    const { sent, parameters, client, target, session } = context;
    const parsedRequest = parseAuthorizationRequest(sent, client, this.trust.policy);
    const now = Date.now();
    const resumption = this.trust.parseResumption(parameters);
    const expectedUserId = await this.trust.findExpectedUserId(parameters);

    if (resumption?.isDenied) throw new AccessDeniedError();
    if (isWrongUserAfterSignIn(session, expectedUserId, resumption)) throw new SignInRequiredError();
    if (!session || needsSignIn(session, parsedRequest, { expectedUserId, resumption, now }))
      return this.requireSignIn(context, parsedRequest, resumption);

    const request = limitToUser(parsedRequest, client, session);
    if (!(await this.hasConsent(context, request, { session, resumption, now })))
      return this.requireConsent(context, request, resumption);

    const { fields, refresh } = await this.results.issueResult(request, { client, session, redirectUri: target.uri });
    return {
      ...toAuthorizationResponse(target.uri, request.mode, {
        ...fields,
        state: parameters.state,
        iss: this.trust.issuer,
      }),
      refresh,
      result: formatResponseType(request.type),
    };
  }

  /** A one-time grant holds for this request. A customer's consent holds for the customer only. */
  private async hasConsent(
    { client, target }: AuthorizationContext,
    request: AuthorizationRequest,
    { session, resumption, now }: SignInState,
  ): Promise<boolean> {
    const terms = toConsentTerms(request);
    const oneTimeConsentKey = toOneTimeConsentKey(session, client, terms);
    const asksAgain = request.prompt.consent || requiresConsentEachTime(client, target);
    if (request.prompt.none && asksAgain) return false;
    if (oneTimeConsentKey !== null) return resumption?.consentKey === oneTimeConsentKey;
    return this.consents.isGranted(session.userId, client, {
      terms,
      since: asksAgain ? (resumption?.since ?? now) : null,
    });
  }

  /** A key whose owner is disabled is unknown to signed-in users; all others sign in first, as the disabled owner would. */
  private async findClient(
    { client_id: clientId = '' }: AuthorizationParameters,
    session: SignInSession | null,
  ): Promise<Client> {
    const client = await (session === null ? this.clients.findNamed(clientId) : this.clients.findEnabled(clientId));
    if (!client) throw new UnknownApplicationError();
    return client;
  }

  private requireSignIn(
    { parameters, client, target }: AuthorizationContext,
    { prompt }: AuthorizationRequest,
    resumption: AuthorizationResumption | null,
  ): AuthorizationStep {
    if (prompt.none) throw new SignInRequiredError();
    const resume = this.trust.formatResumeUrl(parameters, resumption);
    return {
      kind: 'sign-in',
      resume,
      application: client.name,
      loginHint: parameters.login_hint ?? '',
      redirectUri: target.uri,
    };
  }

  private requireConsent(
    context: AuthorizationContext,
    request: AuthorizationRequest,
    resumption: AuthorizationResumption | null,
  ): AuthorizationStep {
    const { parameters, client, target, session } = context;
    if (request.prompt.none) throw new ConsentRequiredError();
    if (session !== null && isPasswordProofMissing(session, toConsentTerms(request)))
      return this.requireSignIn(context, request, resumption);
    const resume = this.trust.formatResumeUrl(parameters, resumption);
    return {
      kind: 'consent',
      resume,
      application: client.name,
      terms: toConsentTerms(request),
      redirectUri: target.uri,
      asksEachTime: requiresConsentEachTime(client, target),
    };
  }

  /**
   * An error goes where the response would go (RFC 6749 §4.2.2.1), with the issuer (RFC 9207 §2). A self-registered URI
   * is followed only if the user of this browser has agreed to the application; otherwise the error is shown here.
   */
  private async rejectRequest(error: AuthorizationError, context: AuthorizationContext): Promise<AuthorizationStep> {
    const { parameters, client, target, session } = context;
    const errorFields = {
      error: error.error,
      error_description: toPrintableAscii(error.message),
      state: parameters.state,
      iss: this.trust.issuer,
    };
    const response = toAuthorizationResponse(target.uri, getErrorResponseMode(parameters), errorFields);
    const mayRedirect = this.wasDeniedInSession(context) || (await this.consents.isRedirectTrusted(client, session));
    if (mayRedirect) return { ...response, refresh: null, result: error.error };
    return {
      kind: 'untrusted',
      error,
      response,
      application: client.name,
      redirectUri: target.uri,
      result: error.error,
    };
  }

  /** The user of this session refused on the consent page, which names the target. */
  private wasDeniedInSession({ parameters, session }: AuthorizationContext): boolean {
    const resumption = this.trust.parseResumption(parameters);
    return session !== null && resumption?.isDenied === true && resumption.consentKey === toConsentKey(session);
  }
}

/** A public key of a native application proves no identity, so its consent is not remembered (RFC 8252 §8.6). */
function requiresConsentEachTime({ tokenEndpointAuthMethod }: Client, { uri }: RedirectTarget): boolean {
  return tokenEndpointAuthMethod === 'none' && isNativeUri(uri);
}

const isPasswordProofMissing = (session: SignInSession, terms: string): boolean =>
  needsRecentProof(terms) && !isRecentlyProven(session);

const isOnBehalf = ({ userId, actingUserId }: SignInSession): boolean => userId !== actingUserId;

/**
 * The session and user for which a one-time grant holds: consent by an acting administrator, and the scope `admin` for
 * another user's key. Null for a remembered consent.
 */
function toOneTimeConsentKey(session: SignInSession, { ownerId }: Client, terms: string): string | null {
  const isOnce = isOnBehalf(session) || (includesAdministration(terms) && ownerId !== session.userId);
  return isOnce ? toConsentKey(session) : null;
}

function toConsentKey({ sessionId, userId }: SignInSession): string {
  return `${sessionId}-${userId}`;
}
